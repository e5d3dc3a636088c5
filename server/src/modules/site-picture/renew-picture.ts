import { addressOf } from '../../config.ts';
import type { SitePictures } from '../../hosting/browser/site-pictures.ts';
import type { AppContext } from '../../process/app-context.ts';
import { siteFolderKey } from '../backup/backup-archive.ts';
import { recordPicture, takeSiteToPicture } from './site-picture.repo.ts';

/** The picture of a site in the storage; removed with everything else that the storage has of it. */
export const pictureKey = (siteId: string): string => `${folderKey(siteId)}/site.png`;
const folderKey = (siteId: string): string => `${siteFolderKey(siteId)}/picture`;

/** Renews the picture that is due, one at a time. A site whose picture fails is tried again when it is due again. */
export async function renewPicture(app: AppContext, pictures: SitePictures): Promise<void> {
  if (!(await pictures.available()) || (await app.disk.isLow())) return;
  const site = await takeSiteToPicture(app.db);
  if (!site) return;
  try {
    const bytes = await pictures.take(site.id, addressOf(app.config, site.fqdn));
    await app.storage.put(pictureKey(site.id), { bytes });
    // A deletion may have emptied the storage before this.
    if (!(await recordPicture(app.db, site.id))) await app.storage.removeFolder(folderKey(site.id));
  } catch (error) {
    app.log.info({ err: error, siteId: site.id }, 'a site has no new picture');
  }
}
