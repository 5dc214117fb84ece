import { changeStatus } from './changeStatus';

/** Resume Case (interface.md, section 4.1). */
export const resume = changeStatus('resume');
