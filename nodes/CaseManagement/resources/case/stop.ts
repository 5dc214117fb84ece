import { changeStatus } from './changeStatus';

/** Stop Case (interface.md, section 4.1). */
export const stop = changeStatus('stop');
