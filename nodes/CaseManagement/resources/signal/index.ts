import { get } from './get';
import { getAll } from './getAll';
import { trigger } from './trigger';

/** What can be done with signals. */
export const signalOperations = [get, getAll, trigger];
