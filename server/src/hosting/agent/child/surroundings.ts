import type { RelayAddress } from '../protocol.ts';
import type { Folder } from './site-files.ts';

/**
 * What operations need besides the site's folder: the work folder, input that was read along with the request, and the
 * way to another server.
 */
export type Surroundings = { work: Folder | null; workPath: string; rest: Buffer; relay?: RelayAddress | undefined };
