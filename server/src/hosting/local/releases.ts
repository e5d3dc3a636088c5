import { randomBytes } from 'node:crypto';
import { lstat, mkdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { APP_RUNTIMES, PACKAGE_MANAGERS } from '@panel/contract';
import * as v from 'valibot';
import { isAnothers, PROCESS_NAME } from '../../kernel/process-name.ts';
import { HostingError } from '../hosting-error.ts';
import { ANSWERS } from '../agent/protocol.ts';
import { linkTarget, list, readJson, writeAtomic } from './panel-files.ts';
import { removeTree } from './remove-tree.ts';

/** The command of a server, and the folder below the release in which it starts. */
export const RELEASE_START = v.object({
  argv: v.array(v.string()),
  cwd: v.string(),
  tool: v.nullable(v.picklist([...PACKAGE_MANAGERS, 'yarn-berry'])),
});

/** What the panel knows of a release. It is beside the release, where hosted code cannot write. */
const RECORD = v.object({
  buildId: v.string(),
  runtime: v.picklist(APP_RUNTIMES),
  nodeVersion: v.nullable(v.string()),
  files: v.number(),
  bytes: v.number(),
  rules: v.omit(ANSWERS.rules, ['skipped']),
  spaFallback: v.boolean(),
  start: v.nullable(RELEASE_START),
  /** The environment of a server, as its owner set it when it was built. */
  env: v.record(v.string(), v.string()),
});
export type ReleaseRecord = v.InferOutput<typeof RECORD>;

/** The folder of an application, which is the panel's, and the link in it to what answers. */
type Folders = { root: string; live: string };

/** The content of an application before its first build. */
export const WELCOME_RELEASE = 'welcome';
const LINK = '.live-';
/** Folder in which a build works, with the process that does it. */
export const BUILD = 'build-';

const folderOfReleases = ({ root }: Folders): string => path.join(root, 'releases');

/** The folder of a release; its content is in `public`. @throws HostingError for an id that is no plain name */
export function releaseFolder(folder: Folders, buildId: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(buildId))
    throw new HostingError('UNSUPPORTED', 'This build cannot be stored because its id is not valid. Contact support.', {
      retryable: false,
    });
  return path.join(folderOfReleases(folder), buildId);
}

const recordFile = (folder: Folders, buildId: string): string => `${releaseFolder(folder, buildId)}.json`;

/** Null for a release that does not exist. */
export async function readRelease(folder: Folders, buildId: string): Promise<ReleaseRecord | null> {
  const parsed = v.safeParse(RECORD, await readJson(recordFile(folder, buildId)));
  return parsed.success ? parsed.output : null;
}

/** Moves finished content to its place: the record comes first, so a release that exists has one. */
export async function storeRelease(folder: Folders, work: string, record: ReleaseRecord): Promise<void> {
  const to = releaseFolder(folder, record.buildId);
  await mkdir(folderOfReleases(folder), { recursive: true, mode: 0o711 });
  await removeTree(to);
  await writeAtomic(recordFile(folder, record.buildId), JSON.stringify(record), 0o600);
  await rename(work, to);
}

/** The release to which `live` leads. */
export async function linkedRelease({ live }: Pick<Folders, 'live'>): Promise<string | null> {
  const to = await linkTarget(live);
  return to === null ? null : path.basename(to);
}

/** Makes a release the live one with one rename of a link. */
export async function switchLive(folder: Folders, buildId: string): Promise<void> {
  const next = path.join(folder.root, `${LINK}${PROCESS_NAME}-${randomBytes(6).toString('hex')}`);
  await symlink(path.join('releases', buildId), next);
  await rename(next, folder.live);
}

/** Removes all releases but these and the live one. */
export async function removeReleases(folder: Folders, kept: ReadonlySet<string>): Promise<void> {
  const live = await linkedRelease(folder);
  for (const name of await list(folderOfReleases(folder))) {
    const id = name.replace(/\.json$/, '');
    if (id === live || kept.has(id)) continue;
    await rm(path.join(folderOfReleases(folder), `${id}.json`), { force: true });
    await removeTree(path.join(folderOfReleases(folder), id));
  }
}

/** Removes folders of builds and links of processes that have ended; builds of this process may be running. */
export async function removeUnfinishedBuilds(folder: Folders): Promise<void> {
  for (const name of await list(folder.root)) {
    const prefix = [BUILD, LINK].find((one) => name.startsWith(one));
    if (prefix === undefined || isAnothers(name.slice(prefix.length))) continue;
    if (name.slice(prefix.length).startsWith(PROCESS_NAME)) continue;
    const found = path.join(folder.root, name);
    if ((await lstat(found)).isSymbolicLink()) await rm(found, { force: true });
    else await removeTree(found);
  }
}
