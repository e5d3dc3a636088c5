import { siteFolderKey } from '../backup/backup-archive.ts';
import type { StoredSubmission } from './submission.repo.ts';

type Place = Pick<StoredSubmission, 'id' | 'workloadId'>;

/** Below the folder of what it belongs to, which is removed together with that. */
export const folderOf = ({ id, workloadId }: Place): string => `${siteFolderKey(workloadId)}/form-${id}`;

/** Where the file at a position of a submission is stored; nothing that a visitor sent is in the key. */
export const fileKey = (place: Place, index: number): string => `${folderOf(place)}/${index}`;
