import type { Check, Endpoint, HostingDriver, Verification } from '../driver.ts';
import type { Failure } from '../hosting-error.ts';
import { ownRehearsalOf, rehearsalOf } from '../rehearsal-id.ts';
import type { CopiedDatabase } from './app-databases.ts';
import type { KindOf } from './kinds/index.ts';
import { engineOf } from './server-database.ts';
import { importSite } from './import-site.ts';
import { readArchive } from './site-archive.ts';
import { readRecord, writeRecord, type SiteFolder, type SiteRecord } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';

type Deps = Pick<HostingDriver, 'destroy' | 'verify'> & {
  kindOf: KindOf;
  folderOf(siteId: string): SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  /** Runs a change while nothing else of the site runs. */
  standing<T>(siteId: string, failure: Failure, work: () => Promise<T>): Promise<T>;
  /** Requests a running site; it is not stopped meanwhile. */
  asking<T>(siteId: string, work: () => Promise<T>): Promise<T>;
  startNow(siteId: string): Promise<Endpoint>;
  appParts: { restoreForCopy(copyId: string, from: CopiedDatabase): Promise<Check> };
};
type Beside = { id: string; folder: SiteFolder; record: SiteRecord; tools: SiteTools };

/** Fills sites beside others, to see whether they would work. */
export function createRehearsal({
  kindOf,
  folderOf,
  toolsOf,
  standing,
  asking,
  startNow,
  destroy,
  verify,
  appParts,
}: Deps): Pick<HostingDriver, 'rehearse' | 'importBeside'> {
  const beside = async (
    siteId: string,
    id: string,
    failure: Failure,
    fill: (site: Beside) => Promise<Check[]>,
    look: (site: Beside) => Promise<void> = async () => undefined,
  ): Promise<Verification> => {
    // What a killed panel left.
    await destroy(id);
    return standing(id, failure, async () => {
      const folder = folderOf(id);
      const record = { ...(await readRecord(folderOf(siteId))), siteId: id };
      await writeRecord(folder, record);
      const site = { id, folder, record, tools: await toolsOf(id) };
      const checks = await fill(site);
      if (checks.some(({ ok }) => !ok)) return { ok: false, checks, info: { wpVersion: null, phpVersion: null } };
      const verification = await verify(id, record.fqdn);
      if (verification.ok) await look(site);
      return { ...verification, checks: [...checks, ...verification.checks] };
    });
  };
  return {
    async rehearse(siteId, fromFile, { look, own = false, variables = {}, database } = {}) {
      const id = own ? ownRehearsalOf(siteId) : rehearsalOf(siteId);
      try {
        return await beside(
          siteId,
          id,
          'restore the backup beside the site',
          async ({ tools, folder, record }) => {
            const { unpackBeside } = kindOf(record.kind);
            const checked = unpackBeside
              ? await unpackBeside({ tools, folder, record }, fromFile, variables)
              : await readArchive(tools, folder, record, {
                  ...{ file: fromFile, parts: 'all' },
                  engine: await engineOf(folderOf(siteId).mount),
                });
            const files = { name: 'Every file has its recorded SHA-256', ok: true, detail: `${checked} files` };
            return [
              ...(checked === null ? [] : [files]),
              // Before the server of an application starts: that changes rows.
              ...(database ? [await appParts.restoreForCopy(id, { archive: fromFile, ...database })] : []),
            ];
          },
          async () => look && asking(id, async () => look(await startNow(id))),
        );
      } finally {
        await destroy(id);
      }
    },
    importBeside: (siteId, upload, p) =>
      beside(siteId, rehearsalOf(siteId), 'import the archive beside the site', ({ tools, folder, record }) =>
        importSite(tools, folder, { spec: record, upload }, p).then(() => []),
      ),
  };
}
