import type { Folder } from './site-files.ts';

/** What operations need besides the site's folder: the work folder, and input that was read along with the request. */
export type Surroundings = { work: Folder | null; workPath: string; rest: Buffer };
