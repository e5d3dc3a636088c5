import type { Folder } from './site-files.ts';

/** What some operations need besides the site's folder: the work folder, and input that was read with the request. */
export type Surroundings = { work: Folder | null; workPath: string; rest: Buffer };
