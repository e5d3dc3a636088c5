import type { SiteLimits } from '@panel/contract';
import { Writable } from 'node:stream';
import type { SiteAgent } from '../agent/index.ts';
import type { HostingDriver, LimitsOf } from '../driver.ts';
import { SEARCH_HITS } from '../ports/file-access.ts';
import { HostingError } from '../hosting-error.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';

/** What a file manager does at a time, of a site that is not being changed. */
export type InFiles = <T>(
  siteId: string,
  deadlineMs: number,
  work: (mount: SiteMount, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

type Deps = {
  agent: SiteAgent;
  inFiles: InFiles;
  limitsOf: LimitsOf;
  limitsNow(siteId: string, limits: SiteLimits): SiteLimits;
};

const MB = 2 ** 20;
/** For a question, with the time to wait for the files. */
const LOOK_MS = 10_000;
/** A folder with many thousand files is removed within it. */
const CHANGE_MS = 60_000;
/** A text is written while somebody waits for it; larger files queue with the other transfers. */
const SMALL_BYTES = 2 * MB;
/** As long as an upload may take on its way to the panel. */
const TRANSFER_MS = 60 * 60_000;

type Managed =
  | ('folderPage' | 'searchFiles' | 'fileText' | 'fileFacts' | 'sendFile' | 'sendZip')
  | ('changeFile' | 'filePart' | 'zipFiles' | 'unzipFile');

/** A search ends by itself before its run is ended. */
const [SEARCH_MS, SEARCH_WITHIN_MS] = [15_000, 25_000];
const SEARCH = { most: SEARCH_HITS, maxFiles: 200_000, maxBytes: 256 * MB, maxFileBytes: 2 * MB };
/** Packing and unpacking, while somebody waits: less than a request may take. */
const ZIP_MS = 4 * 60_000;
/** What is copied, packed or unpacked at once. Archives that are larger come over SFTP. */
const ZIP = { bytes: 2048 * MB, files: 20_000 };

const boundsOf = ({ diskMb, maxFiles }: SiteLimits) => ({
  ...{ maxBytes: Math.min(ZIP.bytes, diskMb * MB), maxFiles: Math.min(ZIP.files, maxFiles) },
});

/** Takes what is written into memory; the agent's run ends when there is more than it was allowed. */
function inMemory(): { to: Writable; content: () => Buffer } {
  const parts: Buffer[] = [];
  const to = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part);
      done();
    },
  });
  return { to, content: () => Buffer.concat(parts) };
}

/** An owner's own files, one question or change at a time, by the site agent in the sandbox of the site. */
export function createFileManager({ agent, inFiles, limitsOf, limitsNow }: Deps): Pick<HostingDriver, Managed> {
  const LOOK = { maxFileBytes: null };
  /** What a change that makes files may write. Of a site above its quota, nothing. */
  const room = async (siteId: string) => {
    const limits = await limitsOf(siteId);
    const { fileSizeMb } = limitsNow(siteId, limits);
    return {
      own: { maxFileBytes: fileSizeMb * MB },
      bounds: boundsOf(limits),
    };
  };

  return {
    folderPage: (siteId, folder, slice) =>
      inFiles(siteId, LOOK_MS, (mount, signal) =>
        agent.need(mount, 'folderPage', { folder, ...slice }, 'We could not read the folder.', { own: LOOK, signal }),
      ),
    searchFiles: (siteId, folder, wanted) =>
      inFiles(siteId, SEARCH_WITHIN_MS, (mount, signal) =>
        agent.need(mount, 'searchFiles', { folder, ...wanted, ...SEARCH, ms: SEARCH_MS }, 'We could not search.', {
          ...{ own: LOOK, signal, deadlineMs: SEARCH_WITHIN_MS },
        }),
      ),
    fileFacts: (siteId, path) =>
      inFiles(siteId, LOOK_MS, async (mount, signal) =>
        agent.need(mount, 'fileContent', { path, want: 'facts', maxBytes: 0 }, 'We could not read the file.', {
          own: LOOK,
          signal,
        }),
      ),
    fileText: (siteId, path, maxBytes) =>
      inFiles(siteId, LOOK_MS, async (mount, signal) => {
        const { to, content } = inMemory();
        const options = { own: LOOK, signal, to: () => to, maxOutput: maxBytes };
        const found = await agent.need(
          mount,
          'fileContent',
          { path, want: 'text', maxBytes },
          'We could not read the file.',
          options,
        );
        if (found === null) return null;
        return { ...found, content: found.version === null ? null : content() };
      }),
    sendFile: (siteId, path, bytes, to, cut) =>
      inFiles(siteId, TRANSFER_MS, async (mount, ended) => {
        const options = {
          ...{ own: { ...LOOK, transfer: true }, signal: AbortSignal.any([ended, cut]) },
          ...{ to: () => to, maxOutput: bytes, deadlineMs: TRANSFER_MS },
        };
        const input = { path, want: 'bytes' as const, maxBytes: bytes };
        const found = await agent.need(mount, 'fileContent', input, 'We could not read the file.', options);
        if (found?.sent !== bytes)
          throw new HostingError('COMMAND_FAILED', 'The file has become shorter while it was read.', {
            retryable: true,
          });
      }),
    async changeFile(siteId, change, content) {
      const limits = await limitsOf(siteId);
      // Of a site above its quota, files can still be removed.
      const grows = change.action === 'put' || change.action === 'copy';
      const { fileSizeMb } = grows ? limitsNow(siteId, limits) : limits;
      const transfer = change.action === 'put' && change.bytes > SMALL_BYTES;
      const deadlineMs = transfer ? TRANSFER_MS : CHANGE_MS;
      return inFiles(siteId, deadlineMs, async (mount, signal) => {
        const input = { ...change, readOnly: mount.core?.entries ?? [], ...boundsOf(limits) };
        const options = { own: { maxFileBytes: fileSizeMb * MB, transfer }, signal, deadlineMs };
        return agent.need(mount, 'fileChange', input, 'We could not change the file.', {
          ...options,
          ...(content && { from: content }),
        });
      });
    },
    async filePart(siteId, part, content) {
      const { own } = await room(siteId);
      return inFiles(siteId, CHANGE_MS, (mount, signal) => {
        const input = { ...part, readOnly: mount.core?.entries ?? [] };
        const options = { own, signal, deadlineMs: CHANGE_MS, ...(content && { from: content }) };
        return agent.need(mount, 'filePart', input, 'We could not write the file.', options);
      });
    },
    async zipFiles(siteId, paths, to) {
      const { own, bounds } = await room(siteId);
      return inFiles(siteId, ZIP_MS, (mount, signal) => {
        const input = { paths, to, readOnly: mount.core?.entries ?? [], ...bounds };
        const options = { own: { ...own, transfer: true }, signal, deadlineMs: ZIP_MS };
        return agent.need(mount, 'zipFiles', input, 'We could not create the archive.', options);
      });
    },
    sendZip: (siteId, paths, to, cut) =>
      inFiles(siteId, TRANSFER_MS, async (mount, ended) => {
        const options = {
          ...{ own: { ...LOOK, transfer: true }, signal: AbortSignal.any([ended, cut]) },
          // Headers of its files come on top of their content.
          ...{ to: () => to, maxOutput: 2 * ZIP.bytes, deadlineMs: TRANSFER_MS },
        };
        const input = { paths, to: null, readOnly: [], maxBytes: ZIP.bytes, maxFiles: ZIP.files };
        await agent.need(mount, 'zipFiles', input, 'We could not create the archive.', options);
      }),
    async unzipFile(siteId, wanted) {
      const { own, bounds } = await room(siteId);
      return inFiles(siteId, ZIP_MS, (mount, signal) => {
        const input = { ...wanted, readOnly: mount.core?.entries ?? [], ...bounds };
        const options = { own: { ...own, transfer: true }, signal, deadlineMs: ZIP_MS };
        return agent.need(mount, 'unzipFile', input, 'We could not unpack the archive.', options);
      });
    },
  };
}
