import { mkdir } from 'node:fs/promises';
import type { HostingStep, SiteOrigin, SiteSpec } from '../driver.ts';
import { choosePhp } from '../runtime/php-versions.ts';
import { importSite } from './import-site.ts';
import { engineFor } from './server-database.ts';
import { readArchive } from './site-archive.ts';
import { writeRecord, type SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';
import type { Failure } from '../hosting-error.ts';

type Origin = {
  spec: SiteSpec;
  from: SiteOrigin;
  folder: SiteFolder;
  toolsOf(siteId: string): Promise<SiteTools>;
  /** Runs a change while nothing else of the site runs. */
  standing<T>(siteId: string, failure: Failure, work: () => Promise<T>): Promise<T>;
};

/** Fills a new site from a file. The content appears with one rename, so an interrupted step leaves no half of it. */
export function originStep({ spec, from, folder, toolsOf, standing }: Origin): HostingStep {
  let filled = false;
  const isImport = from.kind === 'import';
  return {
    name: isImport ? 'import' : 'restore',
    title: isImport ? 'Importing the uploaded files' : 'Copying the content of the backup',
    async run(p) {
      await standing(spec.siteId, isImport ? 'import the archive' : 'restore the backup', async () => {
        await mkdir(folder.root, { recursive: true, mode: 0o711 });
        const tools = await toolsOf(spec.siteId);
        const php = choosePhp(tools.runtime.php, spec.phpVersion, p);
        await writeRecord(folder, { ...spec, php, ...(from.kind === 'import' && { otherTables: from.otherTables }) });
        if (from.kind === 'import') await importSite(tools, folder, { spec, upload: from }, p);
        else {
          const what = { file: from.file, parts: 'all', isNew: true, engine: engineFor(tools), p } as const;
          await readArchive(tools, folder, spec, what);
        }
      });
      filled = true;
    },
    // The files do not show whether an interrupted attempt was complete, so the next one fills the site again.
    check: async () => filled,
  };
}
