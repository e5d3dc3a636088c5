import { READ_PATHS } from './call-paths.ts';

/** An address with all parameters replaced by one placeholder, without its query. */
const shapeOf = (address: string): string => address.replace(/\?.*/, '').replace(/:[^/]+|\{[^}]+\}/g, ':');

const reads = new Set(READ_PATHS.map(shapeOf));

/** Whether it is the wire address of a reading call, possibly with `:name` or a query. */
export const isRead = (address: string): boolean => reads.has(shapeOf(address));
