import { createWriteStream } from 'node:fs';
import type { SiteAgent } from '../agent/index.ts';
import type { HostingDriver } from '../driver.ts';
import { HostingError, toHostingError } from '../hosting-error.ts';
import type { InFiles } from './file-manager.ts';
import { archiveStream, damagedFiles, hashesNote, MANIFEST_FILE, refuseDamaged, writeArchive } from './site-archive.ts';
import type { LocalKind } from './kinds/kind.ts';
import { readRecord, withWorkFolder, type SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';

type Deps = {
  agent: SiteAgent;
  inFiles: InFiles;
  exclusive<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  kindOf(kind: string): LocalKind;
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
};

/** Files of one archive that can be chosen; more are not listed. */
const MAX_LISTED = 200_000;
/** Of a list: paths, and two numbers each. */
const MAX_LIST_BYTES = 64 * 1024 ** 2;
/** An archive is read to its end. */
const LIST_MS = 5 * 60_000;
const PAGE_MS = 15_000;
const RESTORE_MS = 30 * 60_000;
const READING = 'We could not read the files of the backup.';

/** Archives of whole workloads, and single files of them, which the site agent reads in the sandbox of the site. */
export function createArchives({
  agent,
  inFiles,
  exclusive,
  kindOf,
  folderOf,
  toolsOf,
}: Deps): Pick<HostingDriver, 'snapshot' | 'damagedFiles' | 'listArchive' | 'archivePage' | 'restoreFiles'> {
  return {
    snapshot: (siteId, toFile, options = {}) =>
      exclusive(siteId, async () => {
        const folder = folderOf(siteId);
        const record = await readRecord(folder);
        const given = { tools: await toolsOf(siteId), folder, record };
        await writeArchive(kindOf(record.kind), given, toFile, options).catch((error: unknown) => {
          throw toHostingError(error, 'We could not back up the site.');
        });
      }),
    damagedFiles: (siteId, fromFile) => damagedFiles({ agent }, folderOf(siteId), fromFile),
    async listArchive(siteId, from, toFile) {
      const to = () => createWriteStream(toFile, { flags: 'wx', mode: 0o600 });
      const streams = { from: () => from, to, maxOutput: MAX_LIST_BYTES, deadlineMs: LIST_MS };
      const input = { folder: 'public', maxFiles: MAX_LISTED };
      await agent.need(folderOf(siteId).mount, 'archiveListing', input, READING, streams);
    },
    archivePage: (siteId, list, search) =>
      agent.need(folderOf(siteId).mount, 'archivePage', search, READING, { from: () => list, deadlineMs: PAGE_MS }),
    async restoreFiles(siteId, fromFile, paths, p) {
      const { maxBytes } = await toolsOf(siteId);
      return withWorkFolder(folderOf(siteId), (work) =>
        inFiles(siteId, RESTORE_MS, async (mount, signal) => {
          const input = {
            paths: [...paths],
            manifest: MANIFEST_FILE,
            readOnly: mount.core?.entries ?? [],
            maxBytes,
          };
          const own = { maxFileBytes: maxBytes, transfer: true };
          const streams = { from: () => archiveStream(fromFile), work, own, signal, deadlineMs: RESTORE_MS };
          const reply = await agent.ask(mount, 'putBack', input, streams);
          if (!reply.ok && reply.reason === 'empty')
            throw new HostingError(
              'UNSUPPORTED',
              'This backup does not have all of the files that were chosen. Nothing was restored. Choose again.',
              { retryable: false, detail: reply.detail },
            );
          const { checked, damaged, files, skipped } = agent.valueOf(reply, 'We could not restore the files.');
          refuseDamaged(damaged);
          p?.note?.(hashesNote(checked));
          return { files, skipped };
        }),
      );
    },
  };
}
