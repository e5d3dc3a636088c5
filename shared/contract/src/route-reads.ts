import { READ_PATHS } from './call-paths.ts';

/** An address with every parameter alike, without its query. */
const shapeOf = (address: string): string => address.replace(/\?.*/, '').replace(/:[^/]+|\{[^}]+\}/g, ':');

const reads = new Set(READ_PATHS.map(shapeOf));

/** Is it the wire address of a call that reads, with `:name` or a query in it or without? */
export const isRead = (address: string): boolean => reads.has(shapeOf(address));
