import { siteFolderKey } from '../backup/backup-archive.ts';

/** The three pictures of a compared page. `marked`: the copy, with what differs from the original in red. */
export const PICTURE_SIDES = ['copy', 'original', 'marked'] as const;
export type PictureSide = (typeof PICTURE_SIDES)[number];

type Compared = { id: string; siteId: string };

/** Beside the backups of the copy, so that they are removed with the site at the latest. */
export const migrationFolderKey = ({ id, siteId }: Compared): string => `${siteFolderKey(siteId)}/migration-${id}`;

/** The key of a picture in the storage; `page` counts from 0. */
export const migrationPictureKey = (of: Compared, page: number, side: PictureSide): string =>
  `${migrationFolderKey(of)}/${page}-${side}.png`;
