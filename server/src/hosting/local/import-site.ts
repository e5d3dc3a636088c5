import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { filesOf, type ImportFiles } from '../../archive/import-files.ts';
import { packedContent, withArchive, type OpenArchive } from '../../archive/packed-content.ts';
import { PanelError } from '../../kernel/errors.ts';
import { createHashList, HASH_LIST } from '../agent/child/hash-list.ts';
import { TAR_END, tarHeader, tarPadding } from '../agent/child/tar-blocks.ts';
import type { Progress, SiteSpec, UploadedSite } from '../driver.ts';
import { HostingError, throwIfAborted } from '../hosting-error.ts';
import { addOwnContent } from '../runtime/document-root.ts';
import { exists } from '../runtime/wordpress-source.ts';
import { importDatabase } from './import-database.ts';
import { coreOf, MANIFEST_FILE } from './site-archive.ts';
import { readRecord, swapLive, withWorkFolder, type SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';
import { replaceUrl } from './replace-url.ts';
import { finishWork } from './wordpress-site.ts';
import { sentence } from '../../lib/sentence.ts';
import { errorText } from '@panel/contract';

type ImportedInto = Pick<SiteSpec, 'kind' | 'url'>;

/**
 * Fills a site from an uploaded zip: a static site, or `wp-content` and a database dump. It is unpacked and checked
 * beside the site, inside its sandbox, and appears with one rename.
 * @throws HostingError UNSUPPORTED with what is wrong with the archive, or the line of a statement of the dump; BUSY
 */
export async function importSite(
  tools: SiteTools,
  folder: SiteFolder,
  { spec, upload }: { spec: ImportedInto; upload: UploadedSite },
  p: Progress,
): Promise<void> {
  await withWorkFolder(folder, async (work) => {
    const found = await upload.list().catch(inHosting);
    if (found.kind === 'static' && spec.kind === 'wordpress')
      throw new HostingError('UNSUPPORTED', 'This archive contains no WordPress. Upload another one.', {
        retryable: false,
      });
    p.note(`Unpacking ${found.count} files; ${found.skipped} are not part of the site`);
    const checked = await withArchive(upload.file, (zip) => unpack(tools, folder, { work, zip, found }, p)).catch(
      inHosting,
    );
    if (checked !== null) p.note(`The SHA-256 of ${checked} files is that of the archive`);
    throwIfAborted(p.signal);
    if (spec.kind !== 'wordpress') await swapLive(folder, work);
    else await finishWordPress(tools, folder, { spec, work, prefix: found.tablePrefix }, p);
  });
}

/** What is wrong with an archive stays so; that too many wait for a thread does not. */
export function inHosting(error: unknown): never {
  if (!(error instanceof PanelError)) throw error;
  const { template, values } = errorText(error.code, error.values);
  const retryable = error.code === 'UPLOADS_WAITING';
  throw new HostingError(retryable ? 'BUSY' : 'UNSUPPORTED', sentence(template, values), { retryable, cause: error });
}

/**
 * The files of a zip as a tar archive, for the site agent, with a list of their SHA-256 at the end. The checksum of each is
 * verified on the way.
 */
async function* tarOf(zip: OpenArchive, found: ImportFiles, p: Progress): AsyncGenerator<Buffer> {
  const hashes = createHashList();
  let done = 0;
  for (const file of filesOf(found)) {
    throwIfAborted(p.signal);
    const hash = createHash('sha256');
    yield tarHeader(file.path, 'File', file.size, file.modified);
    for await (const part of packedContent(zip, file)) {
      hash.update(part);
      yield part;
    }
    yield tarPadding(file.size);
    hashes.add(file.path, hash.digest('hex'));
    done += 1;
    p.progress?.({ done, total: found.count, unit: 'files' });
  }
  const list = hashes.bytes();
  if (list !== null) {
    yield tarHeader(HASH_LIST, 'File', list.length, new Date());
    yield list;
    yield tarPadding(list.length);
  }
  yield TAR_END;
}

/**
 * Unpacks an uploaded zip into a work folder, inside the sandbox of its site.
 * Returns how many files have their SHA-256 in the sandbox, by the names that the plan gave them; null for a list that is too long.
 * @throws PanelError ARCHIVE_REFUSED for a file that is not what the archive declares, HostingError INTEGRITY_MISMATCH
 */
export async function unpack(
  { agent, maxBytes }: Pick<SiteTools, 'agent' | 'maxBytes'>,
  folder: SiteFolder,
  { work, zip, found }: { work: string; zip: OpenArchive; found: ImportFiles },
  p: Progress,
): Promise<number | null> {
  let fault: unknown = null;
  const from = () =>
    Readable.from(tarOf(zip, found, p), { objectMode: false }).on('error', (error) => {
      fault = error;
    });
  const input = { roots: ['public', 'data'], manifest: MANIFEST_FILE, maxBytes };
  const mount = (await exists(folder.live)) ? folder.mount : { ...folder.mount, live: work };
  const { checked, damaged } = await agent
    .need(mount, 'extract', input, 'We could not unpack the archive.', { work, from, signal: p.signal })
    .catch((error: unknown) => {
      throw fault ?? error;
    });
  if (damaged.length > 0)
    throw new HostingError(
      'INTEGRITY_MISMATCH',
      sentence('Files of the site are not those of the archive: {files}. Nothing was imported.', {
        files: damaged.join(', '),
      }),
      { retryable: false },
    );
  return checked;
}

/** Adds WordPress and its configuration to the unpacked files, and imports the dump. */
async function finishWordPress(
  tools: SiteTools,
  folder: SiteFolder,
  { spec, work, prefix }: { spec: ImportedInto; work: string; prefix: string | null },
  p: Progress,
): Promise<void> {
  const { runtime } = tools;
  const { php, otherTables } = await readRecord(folder);
  const core = await coreOf(tools, work, { core: runtime.wordpress.version });
  await addOwnContent(
    runtime.wordpress.core,
    path.join(work, 'public'),
    core === null ? 'own themes' : 'shared themes',
  );
  const mount = { ...folder.mount, live: work, core, phpVersion: php };
  const as = { url: spec.url, prefix, beside: folder.root, otherTables: otherTables === true };
  const from = await importDatabase(tools, mount, as, p);
  p.note(`Replacing ${from.siteurl} with ${spec.url}`);
  const how = { signal: p.signal, otherTables };
  await replaceUrl(runtime, mount, path.basename(folder.database), from.siteurl, spec.url, how);
  await finishWork(runtime, folder, { work, core, php }, { from: from.home, to: spec.url }, p.signal);
}
