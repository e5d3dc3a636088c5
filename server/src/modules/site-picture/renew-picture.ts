import { addressOf } from '../../config/config.ts';
import type { SitePictures } from '../../hosting/browser/site-pictures.ts';
import type { AppContext } from '../../context/app-context.ts';
import { siteFolderKey } from '../backup/backup-archive.ts';
import { recordFailedPicture, recordPicture, takeSiteToPicture } from './site-picture.repo.ts';

/** The picture of a site in the storage; removed with everything else that the storage has of it. */
export const pictureKey = (siteId: string): string => `${folderKey(siteId)}/site.png`;
const folderKey = (siteId: string): string => `${siteFolderKey(siteId)}/picture`;

/** Renews the picture that is due, one at a time. One that fails is tried again after some minutes, three times. */
export async function renewPicture(
  app: AppContext,
  pictures: Pick<SitePictures, 'available' | 'take'>,
  signal?: AbortSignal,
): Promise<void> {
  if (!(await pictures.available()) || (await app.disk.isLow())) return;
  const site = await takeSiteToPicture(app.db, app.machine.id);
  if (!site) return;
  try {
    const bytes = await pictures.take(site.id, addressOf(app.config, site.fqdn), signal);
    await app.storage.put(pictureKey(site.id), { bytes });
    // A deletion may have emptied the storage before this.
    if (!(await recordPicture(app.db, site.id))) await app.storage.removeFolder(folderKey(site.id));
  } catch (error) {
    await recordFailedPicture(app.db, site.id);
    app.log.info({ err: error, siteId: site.id }, 'a site has no new picture');
  }
}
