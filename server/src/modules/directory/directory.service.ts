import {
  EXTENSION_ZIP_MAX_BYTES,
  type DirectoryDetails,
  type DirectoryItem,
  type ExtensionKind,
  type Page,
} from '@panel/contract';
import { compareVersions, newestOf } from '@panel/contract/compare-versions';
import { rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { signedIn, type CallContext } from '../../context/call-context.ts';
import { found, scopeOf } from '../../context/scope.ts';
import { receiveFile, type UploadedFile } from '../../context/uploaded-file.ts';
import type { DirectoryQuestion, FoundItem } from '../../hosting/directory/directory-entry.ts';
import type { Directory } from '../../hosting/directory/directory.ts';
import { PanelError } from '../../kernel/errors.ts';
import { storeDirectoryVersion } from '../extension/directory-item.repo.ts';
import { versionsOf, type ExtensionRow } from '../extension/extension.repo.ts';
import { addArchive } from '../extension/library.service.ts';
import { refuseAbuse } from '../site/start-site-task.ts';
import { isFeedLoaded, vulnerabilitiesOf } from '../vulnerability/vulnerability.repo.ts';
import { pictureAddress } from './directory-picture.ts';
import { wordpressVersions } from './directory.repo.ts';
import { knownVulnerabilities } from './known-vulnerabilities.ts';

/** How long the download of an archive may take. */
const DOWNLOAD_MS = 120_000;

/** @throws PanelError DIRECTORY_OFF */
function directoryOf({ app }: CallContext): Directory {
  if (app.directory === null) throw new PanelError('DIRECTORY_OFF');
  return app.directory;
}

/** The first two numbers: an author tries each release of WordPress, not each of its fixes. */
const releaseOf = (version: string): string => version.split('.').slice(0, 2).join('.');

/** Entries of the directory on the wire, with what this installation knows about them. */
async function wireItems(
  context: CallContext,
  kind: ExtensionKind,
  items: readonly FoundItem[],
): Promise<DirectoryItem[]> {
  const { app } = context;
  const scope = scopeOf(context);
  const slugs = items.map(({ slug }) => slug);
  const [library, vulnerabilities, hasFeed, running] = [
    await versionsOf(app.db, scope, kind, slugs),
    await vulnerabilitiesOf(app.db, kind, slugs),
    await isFeedLoaded(app.db),
    await wordpressVersions(app.db, scope),
  ];
  return items.map((item) => {
    const own = newestOf(library.filter(({ slug }) => slug === item.slug));
    const { testedWp } = item;
    const untested =
      testedWp === null
        ? undefined
        : running.find((version) => compareVersions(releaseOf(version), releaseOf(testedWp)) > 0);
    return {
      slug: item.slug,
      name: item.name,
      version: item.version,
      author: item.author,
      summary: item.summary,
      icon_url: item.iconUrl && pictureAddress(app, item.iconUrl),
      rating: item.rating,
      rating_count: item.ratingCount,
      active_installs: item.activeInstalls,
      requires_wp: item.requiresWp,
      requires_php: item.requiresPhp,
      tested_wp: testedWp,
      untested_wp: untested ?? null,
      updated_at: item.updatedAt,
      vulnerabilities: hasFeed
        ? knownVulnerabilities(
            vulnerabilities.filter(({ slug }) => slug === item.slug),
            item.version,
          )
        : null,
      in_library: own ? { id: own.id, version: own.version } : null,
    };
  });
}

/** A page of the directory. @throws PanelError DIRECTORY_OFF, DIRECTORY_UNAVAILABLE */
export async function searchDirectory(
  context: CallContext,
  kind: ExtensionKind,
  question: DirectoryQuestion,
): Promise<Page<DirectoryItem>> {
  const { pageIndex, pageSize } = question;
  const { items, total } = await directoryOf(context).search(kind, question, signedIn(context).id);
  return {
    pageIndex,
    pageSize,
    totalCount: total,
    totalPage: Math.ceil(total / pageSize),
    pageElements: await wireItems(context, kind, items.slice(0, pageSize)),
  };
}

/** One entry with its texts. @throws PanelError NOT_FOUND, DIRECTORY_OFF, DIRECTORY_UNAVAILABLE */
export async function directoryDetails(
  context: CallContext,
  kind: ExtensionKind,
  slug: string,
): Promise<DirectoryDetails> {
  const item = found(await directoryOf(context).item(kind, slug, signedIn(context).id));
  const [wire] = await wireItems(context, kind, [item]);
  const { description, changelog, tags, downloaded } = item;
  return { ...found(wire), description, changelog, tags, downloaded };
}

const tooLarge = () => new PanelError('TOO_LARGE', { limit: `${EXTENSION_ZIP_MAX_BYTES / 1024 ** 2} MB` });

/** The SHA-256 that a server declares for a body (RFC 9530), in hex; null for none. */
function declaredDigest({ 'repr-digest': whole, 'content-digest': sent }: IncomingHttpHeaders): string | null {
  const digest = /\bsha-256=:([\w+/]{43}=):/.exec(String(whole ?? sent ?? ''))?.[1];
  return digest === undefined ? null : Buffer.from(digest, 'base64').toString('hex');
}

/** Downloads an archive of the directory to the folder of uploads. @throws PanelError TOO_LARGE, DIRECTORY_UNAVAILABLE */
async function download(context: CallContext, directory: Directory, url: string): Promise<UploadedFile> {
  const body = await directory.archive(url, AbortSignal.timeout(DOWNLOAD_MS));
  const bounded = async function* (): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const part of body as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > EXTENSION_ZIP_MAX_BYTES) throw tooLarge();
      yield part;
    }
  };
  try {
    if (Number(body.headers['content-length'] ?? 0) > EXTENSION_ZIP_MAX_BYTES) throw tooLarge();
    const file = await receiveFile(context.app.config, Readable.from(bounded()), {
      name: 'directory.zip',
      type: 'application/zip',
    });
    const declared = declaredDigest(body.headers);
    if (declared === null || declared === file.digest) return file;
    await rm(file.path, { force: true });
    throw new Error('The archive has another SHA-256 than its server declares.');
  } catch (error) {
    throw error instanceof PanelError ? error : new PanelError('DIRECTORY_UNAVAILABLE', {}, {}, error);
  } finally {
    body.destroy();
  }
}

/**
 * Adds the newest version of an entry to the caller's library, after the same checks as an upload.
 * @throws PanelError NOT_FOUND, DIRECTORY_OFF, DIRECTORY_UNAVAILABLE, DIRECTORY_MISMATCH, DIRECTORY_NO_DOWNLOAD, ARCHIVE_REFUSED, TOO_LARGE, ABUSE
 */
export async function addFromDirectory(context: CallContext, kind: ExtensionKind, slug: string): Promise<ExtensionRow> {
  refuseAbuse(context);
  const { app } = context;
  const directory = directoryOf(context);
  const { version, downloadUrl, tags } = found(await directory.item(kind, slug, signedIn(context).id, true));
  await storeDirectoryVersion(app.db, { kind, slug }, version);
  const known = (await versionsOf(app.db, scopeOf(context), kind, [slug])).find((row) => row.version === version);
  if (known) return known;
  if (downloadUrl === null) throw new PanelError('DIRECTORY_NO_DOWNLOAD');
  const file = await download(context, directory, downloadUrl);
  try {
    return await addArchive(context, kind, file, { source: 'directory', expected: { slug, version }, tags });
  } finally {
    // It is gone when the library has it.
    await rm(file.path, { force: true });
  }
}
