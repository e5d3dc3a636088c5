import { DATABASE_FILE } from './site-folder.ts';
import type { SiteFolder } from './site-folder.ts';
import { withTemporaryDatabase } from './temporary-files.ts';
import { copyDatabase } from './wordpress-site.ts';
import type { SiteTools } from './wordpress-site.ts';

/** Copies parts of a site into a work folder; `doing` completes "We could not …". */
export async function copyParts(
  { agent, maxBytes }: Pick<SiteTools, 'agent' | 'maxBytes'>,
  { mount }: Pick<SiteFolder, 'mount'>,
  work: string,
  paths: readonly (string | { from: string; to: string })[],
  doing: string,
  signal?: AbortSignal,
): Promise<void> {
  const entries = paths.map((one) => (typeof one === 'string' ? { from: one, to: one } : one));
  await agent.need(mount, 'copy', { entries, maxBytes }, doing, { work, signal });
}

/** Copies the database that a site has now into a work folder, by default as the database of the result. */
export const keepDatabase = (
  tools: SiteTools,
  folder: SiteFolder,
  work: string,
  doing: string,
  to = DATABASE_FILE,
): Promise<void> =>
  withTemporaryDatabase(folder, 'copy', async (name) => {
    await copyDatabase(tools.runtime, folder.mount, name);
    await copyParts(tools, folder, work, [{ from: `data/${name}`, to }], doing);
  });
