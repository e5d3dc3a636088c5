import { DIRECTORY_PICTURE_PATH } from '@panel/contract';
import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../context/app-context.ts';

type Secrets = Pick<AppContext, 'secrets'>;
const MARK_BYTES = 16;
const markOf = ({ secrets }: Secrets, url: string): Buffer =>
  secrets.digest('directory-picture', url).subarray(0, MARK_BYTES);

/**
 * The panel's address of a picture that the directory named. Only the panel can make one, so that nobody lets it fetch what they
 * like, and it stays the same, so that browsers keep the picture.
 */
export const pictureAddress = (app: Secrets, url: string): string =>
  `${DIRECTORY_PICTURE_PATH}${Buffer.from(url).toString('base64url')}/${markOf(app, url).toString('base64url')}`;

/** The directory's address of a picture; null when the panel has not made it. */
export function pictureUrl(app: Secrets, sealed: string, mark: string): string | null {
  const url = Buffer.from(sealed, 'base64url').toString('utf8');
  const given = Buffer.from(mark, 'base64url');
  return given.length === MARK_BYTES && timingSafeEqual(given, markOf(app, url)) ? url : null;
}
