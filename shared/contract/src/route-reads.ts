import { READ_PATHS } from './call-paths.ts';

const reads = READ_PATHS.map((path) => path.split('/'));

/** Whether it is the wire address of a reading call; its parameters are values or `:name`, and it may have a query. */
export function isRead(address: string): boolean {
  const parts = address.replace(/\?.*/, '').split('/');
  return reads.some(
    (path) =>
      path.length === parts.length && path.every((part, i) => part === parts[i] || (part.startsWith('{') && parts[i])),
  );
}
