import { createHash } from 'node:crypto';
import {
  BUILDER_PICTURE_MAX_BYTES,
  BUILDER_PICTURES_MAX,
  BUILDER_PICTURES_MAX_BYTES,
  type BuilderPicture,
} from '@panel/contract';
import type { Database } from '../../db/database.ts';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { siteRepo } from '../site/site.repo.ts';
import { builderPictureKey, pageWith, pictureFolderKey } from './picture-files.ts';
import { findBuilderSite } from './site-builder.service.ts';
import {
  deletePicture,
  findPicture,
  findProject,
  insertPicture,
  listPictures,
  picturesSize,
  type PictureRow,
} from './site-builder.repo.ts';

const MB = 1024 ** 2;
const NAME_DIGITS = 32;
const TITLE_MAX = 120;

const wirePicture = ({ name, title, bytes, createdAt }: PictureRow): BuilderPicture => ({
  name,
  title,
  bytes,
  created_at: createdAt.toISOString(),
});

/** The name of a file as people read it. */
const titleOf = (fileName: string): string =>
  fileName
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, TITLE_MAX)
    .trim() || 'Picture';

export async function showPictures(context: CallContext, id: string): Promise<BuilderPicture[]> {
  await findBuilderSite(context, { id });
  return (await listPictures(context.app.db, id)).map(wirePicture);
}

/**
 * Checks a picture by its bytes and stores it. The same picture once more is the same entry.
 * @throws PanelError NOT_FOUND, TOO_LARGE, PICTURE_LIMIT, ABUSE; VALIDATION with what is wrong with it
 */
export async function addPicture(
  context: CallContext,
  { id: siteId, file }: { id: string; file: File },
): Promise<BuilderPicture> {
  refuseAbuse(context);
  await findBuilderSite(context, { id: siteId });
  if (file.size > BUILDER_PICTURE_MAX_BYTES)
    throw new PanelError('TOO_LARGE', { limit: `${BUILDER_PICTURE_MAX_BYTES / MB} MB` });
  const bytes = Buffer.from(await file.arrayBuffer());
  const kind = await context.app.uploads.run('builderPicture', signedIn(context).id, { bytes });
  if ('refused' in kind) throw new PanelError('VALIDATION', {}, { fields: { file: kind.refused } });
  const { app } = context;
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, NAME_DIGITS);
  const name = `${digest}.${kind.ending}`;
  const values = { siteId, name, title: titleOf(file.name), type: kind.type, bytes: bytes.length };
  const known = await findPicture(app.db, siteId, name);
  if (known) return wirePicture(known);
  await refuseOverLimit(app.db, values);
  // The bytes first: a row always has its picture. Bytes without a row are removed with the site.
  await app.storage.put(builderPictureKey(siteId, name), { bytes });
  return app.db.transaction(async (tx) => {
    // Of two uploads at once, the second one sees the first.
    found(await siteRepo(tx, scopeOf(context)).lock(siteId));
    const same = await findPicture(tx, siteId, name);
    if (same) return wirePicture(same);
    await refuseOverLimit(tx, values);
    await insertPicture(tx, values);
    return wirePicture(found(await findPicture(tx, siteId, name)));
  });
}

/** @throws PanelError PICTURE_LIMIT when a site has no room for another picture */
async function refuseOverLimit(db: Database, { siteId, bytes }: Pick<PictureRow, 'siteId' | 'bytes'>): Promise<void> {
  const used = await picturesSize(db, siteId);
  if (used.count < BUILDER_PICTURES_MAX && used.bytes + bytes <= BUILDER_PICTURES_MAX_BYTES) return;
  throw new PanelError('PICTURE_LIMIT', {
    count: BUILDER_PICTURES_MAX,
    size: `${BUILDER_PICTURES_MAX_BYTES / MB} MB`,
  });
}

/**
 * Deletes a picture. What is live stays as it is.
 * @throws PanelError NOT_FOUND, PICTURE_IN_USE
 */
export async function removePicture(context: CallContext, { id, name }: { id: string; name: string }): Promise<void> {
  await findBuilderSite(context, { id });
  const { app } = context;
  const project = await findProject(app.db, id);
  const page = project && pageWith(project.content, name);
  if (page) throw new PanelError('PICTURE_IN_USE', { page: page.title });
  await deletePicture(app.db, id, name);
  await app.storage.removeFolder(pictureFolderKey(id, name));
}
