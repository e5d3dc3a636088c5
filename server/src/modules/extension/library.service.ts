import { randomUUID } from 'node:crypto';
import { EXTENSION_ZIP_MAX_BYTES, type ExtensionKind, type ExtensionSource } from '@panel/contract';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { PanelError } from '../../kernel/errors.ts';
import { scopeOf } from '../../context/scope.ts';
import { onDisk, type UploadedFile } from '../../context/uploaded-file.ts';
import { checkTenant, type TenantHints } from '../../context/tenant.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { deleteExtension, insertExtension, librarySize, versionsOf, type ExtensionRow } from './extension.repo.ts';
import { libraryFiles } from '../../archive/stored-zips.ts';
import { refusedArchive } from '../../archive/refused-archive.ts';

/** Bounds of one customer's library. */
const VERSIONS_MAX = 500;
const BYTES_MAX = 2 * 1024 ** 3;
const TAGS_MAX = 30;

/**
 * Checks an uploaded zip and adds it to the caller's library; older versions stay. The same archive once more is the
 * same entry.
 * @throws PanelError ARCHIVE_REFUSED with the reason, TENANT_MISMATCH, TOO_LARGE, ABUSE
 */
export async function uploadExtension(
  context: CallContext,
  kind: ExtensionKind,
  { file, ...hints }: TenantHints & { file: File },
): Promise<ExtensionRow> {
  await checkTenant(context, hints);
  refuseAbuse(context);
  if (file.size > EXTENSION_ZIP_MAX_BYTES)
    throw new PanelError('TOO_LARGE', { limit: `${EXTENSION_ZIP_MAX_BYTES / 1024 ** 2} MB` });
  return addArchive(context, kind, onDisk(file), { source: 'upload' });
}

type Origin = {
  source: ExtensionSource;
  /** What the archive must be. */
  expected?: { slug: string; version: string };
  /** Besides those that its header names. */
  tags?: readonly string[];
};

/**
 * Checks an archive on disk and adds it to the caller's library.
 * @throws PanelError ARCHIVE_REFUSED with the reason, DIRECTORY_MISMATCH for another one than the expected
 */
export async function addArchive(
  context: CallContext,
  kind: ExtensionKind,
  upload: UploadedFile,
  { source, expected, tags = [] }: Origin,
): Promise<ExtensionRow> {
  const { app, partner } = context;
  const scope = scopeOf(context);
  const { digest, size } = upload;
  const facts = await app.uploads.run('extension', signedIn(context).id, { kind, file: upload.path });
  if (expected && (facts.slug !== expected.slug || facts.version !== expected.version))
    throw new PanelError('DIRECTORY_MISMATCH', {
      found: `${facts.slug} ${facts.version}`,
      expected: `${expected.slug} ${expected.version}`,
    });
  const find = async () =>
    (await versionsOf(app.db, scope, kind, [facts.slug])).find(({ version }) => version === facts.version);
  const known = await find();
  if (known) return sameArchive(known, digest);
  const customerId = signedIn(context).id;
  const { count, bytes: used } = await librarySize(app.db, customerId);
  if (count >= VERSIONS_MAX || used + size > BYTES_MAX)
    throw refusedArchive('Your library is full. Delete versions that you no longer need, then upload this one.');
  const id = randomUUID();
  const files = libraryFiles(app.config);
  // The file first: a row always has its archive.
  await files.take(id, upload);
  const row = await insertExtension(app.db, {
    ...{ id, kind, digest, customerId, source, ...facts },
    tags: [...new Set([...facts.tags, ...tags])].slice(0, TAGS_MAX),
    partnerId: partner.id,
    fileSize: size,
  });
  if (row) return row;
  await files.remove(id);
  const first = await find();
  if (!first) throw new PanelError('CONFLICT');
  return sameArchive(first, digest);
}

function sameArchive(known: ExtensionRow, digest: string): ExtensionRow {
  if (known.digest === digest) return known;
  throw refusedArchive(
    `${known.name} ${known.version} is already in your library with other content. Give it another version, or delete that one first.`,
  );
}

/** Deletes a version of the library, and its archive. Sites keep what is installed. */
export async function removeExtension(context: CallContext, kind: ExtensionKind, id: string): Promise<void> {
  if (await deleteExtension(context.app.db, scopeOf(context), kind, id))
    await libraryFiles(context.app.config).remove(id);
}
