import type { DatabaseEngine } from '../driver.ts';
import { engineOf, keepServerDatabase } from './server-database.ts';
import { setDropIn, takeDatabase, withDatabaseCopy } from './site-database.ts';
import type { SiteFolder } from './site-folder.ts';
import type { SiteTools } from './site-tools.ts';
import type { Failure } from '../hosting-error.ts';

/** Copies parts of a site into a work folder; `failure` says what could not be done. */
export async function copyParts(
  { agent, maxBytes }: Pick<SiteTools, 'agent' | 'maxBytes'>,
  { mount }: Pick<SiteFolder, 'mount'>,
  work: string,
  paths: readonly (string | { from: string; to: string })[],
  failure: Failure,
  signal?: AbortSignal,
): Promise<void> {
  const entries = paths.map((one) => (typeof one === 'string' ? { from: one, to: one } : one));
  await agent.need(mount, 'copy', { entries, maxBytes }, failure, { work, signal });
}

/** Makes a copy of the database that a site has now the database of a work folder with its files and configuration. */
export const keepDatabase = (tools: SiteTools, folder: SiteFolder, work: string, failure: Failure): Promise<void> =>
  withDatabaseCopy(tools, folder, 'copy', async (name) => {
    await copyParts(tools, folder, work, [`data/${name}`], failure);
    await takeDatabase(tools, folder, { work, file: name, into: await engineOf(folder.mount) });
  });

/** The same for a work folder in which only files differ: a database on a server stays, with the configuration. */
export async function keepForFiles(
  tools: SiteTools,
  folder: SiteFolder,
  work: string,
  failure: Failure,
): Promise<void> {
  const engine = await engineOf(folder.mount);
  await setDropIn(tools, work, engine);
  if (engine === 'sqlite') await keepDatabase(tools, folder, work, failure);
  else await keepServerDatabase(folder.mount, work);
}

/** Copies the database that a site has now into a work folder, as a file. */
export const copyDatabaseTo = (
  tools: SiteTools,
  folder: SiteFolder,
  work: string,
  failure: Failure,
  { to, ...copying }: { to: string; format?: DatabaseEngine; only?: { groups: string; prefix: string } },
): Promise<void> =>
  withDatabaseCopy(
    tools,
    folder,
    'copy',
    (name) => copyParts(tools, folder, work, [{ from: `data/${name}`, to }], failure),
    copying,
  );
