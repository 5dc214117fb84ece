import { changeStatus } from './changeStatus';

/** Pause Case (interface.md, section 4.1). */
export const pause = changeStatus('pause');
