import { createHash } from 'node:crypto';
import { BRAND_IMAGE_PATH, type BrandImage } from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { countImages, hasImage, storeImage } from './brand-image.repo.ts';

/** More than anyone tries out in a day; unsaved images are removed after that (sweepImages). */
const IMAGES_MAX = 200;

const refuse = (field: string, text: string): PanelError =>
  new PanelError('VALIDATION', {}, { fields: { [field]: text } });

/**
 * Checks an image by its bytes, stores it and returns its address.
 * @throws PanelError VALIDATION with what is wrong with it
 */
export async function uploadImage(context: CallContext, image: BrandImage, data: string): Promise<string> {
  const bytes = Buffer.from(data, 'base64');
  const { app, partner } = context;
  const checked = await app.uploads.run('brandImage', signedIn(context).id, { bytes, image });
  if ('refused' in checked) throw refuse('data', checked.refused);
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${checked.kind.ending}`;
  if (!(await hasImage(app.db, partner.id, name)) && (await countImages(app.db, partner.id)) >= IMAGES_MAX) {
    throw refuse('data', 'Too many images were uploaded. Unsaved images are removed after a day.');
  }
  await storeImage(
    app.db,
    { partnerId: partner.id, name, type: checked.kind.type, content: bytes.toString('base64') },
    app.clock.now(),
  );
  return BRAND_IMAGE_PATH + name;
}

/**
 * Checks that an image in a form belongs to the partner.
 * @throws PanelError VALIDATION
 */
export async function checkUploaded(
  tx: Database,
  partnerId: string,
  images: Partial<Record<BrandImage, string>>,
): Promise<void> {
  for (const [field, address] of Object.entries(images)) {
    const known = address === '' || (await hasImage(tx, partnerId, address.slice(BRAND_IMAGE_PATH.length)));
    if (!known) throw refuse(`images.${field}`, 'This image no longer exists. Upload it again.');
    if (field !== 'favicon' && address.endsWith('.ico'))
      throw refuse(`images.${field}`, 'An ICO file can only be the favicon.');
  }
}
