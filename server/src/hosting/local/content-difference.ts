import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CONTENT_KINDS,
  CONTENT_PARTS,
  GROUPS_MAX,
  NAMED_IN_ALL,
  NAMED_MAX,
  type ContentDifference,
} from '@panel/contract';
import * as v from 'valibot';
import type { HostingDriver, PostText } from '../driver.ts';
import { plainText } from '../../lib/plain-text.ts';
import { copyNewFile, list } from './panel-files.ts';
import { hasDatabase } from './server-database.ts';
import { readServer } from './site-database.ts';
import { withWorkFolder, type SiteFolder } from './site-folder.ts';
import { copyParts } from './site-parts.ts';
import { commandFailed, type SiteTools } from './site-tools.ts';
import { withTemporaryDatabase } from './temporary-files.ts';

const COMPARING = 'We could not compare the sites.';
/** Of one step: a digest, or the comparison of two. */
const DEADLINE_MS = 60_000;
/** The digest of a copy, beside `live`, out of hosted code's reach; its time in milliseconds follows. */
const REMEMBERED = 'content-';
const ENDING = '.tsv';
const POST_CHARS = 80_000;

const POST_TEXT = v.nullable(
  v.strictObject({
    title: v.pipe(v.string(), v.maxLength(1000)),
    excerpt: v.pipe(v.string(), v.maxLength(4000)),
    content: v.pipe(v.string(), v.maxLength(POST_CHARS)),
    whole: v.boolean(),
  }),
);

/** Where the digest of a copy is kept. */
export const remembered = (folder: SiteFolder, copied: Date): string =>
  path.join(folder.root, `${REMEMBERED}${copied.getTime()}${ENDING}`);

/** PHP digests the database in the sandbox of its site. The digest is passed on in a work folder of another, unread. */
export async function digestTo(
  tools: SiteTools,
  folder: SiteFolder,
  work: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  await withTemporaryDatabase(folder, 'digest', ENDING, async (name) => {
    const result = await tools.runtime.php.script(folder.mount, 'content-digest', { to: name }, { signal });
    if (result.code !== 0 || !result.stdout.endsWith('digested')) throw commandFailed(COMPARING, result);
    await copyParts(tools, folder, work, [{ from: `data/${name}`, to }], COMPARING, signal);
  });
}

/** Without characters that hide or turn what is beside them. */
const readable = ({ groups, ...rest }: ContentDifference): ContentDifference => ({
  ...rest,
  groups: groups.map((group) => ({
    ...group,
    items: group.items.map((item) => {
      const line = (text: string | null) => (text === null ? null : plainText(text, 200));
      return {
        ...item,
        ...{ key: plainText(item.key, 190), title: plainText(item.title, 200), live_title: line(item.live_title) },
        ...{ type: line(item.type), live_state: line(item.live_state), staging_state: line(item.staging_state) },
        ...{ live_value: line(item.live_value), staging_value: line(item.staging_value) },
      };
    }),
  })),
});

type Deps = { folderOf(siteId: string): SiteFolder; toolsOf(siteId: string): Promise<SiteTools> };
type Ports = Pick<HostingDriver, 'compareContent' | 'rememberContent' | 'postText'>;

/** The content of WordPress sites, compared by what it is: each site digests its own, and a sandbox compares the digests. */
export const createContentDifference = ({ folderOf, toolsOf }: Deps): Ports => ({
  async compareContent(fromId, toId, copied) {
    const [from, to] = [folderOf(fromId), folderOf(toId)];
    if (!(await hasDatabase(from)) || !(await hasDatabase(to))) return null;
    const tools = await toolsOf(fromId);
    const signal = AbortSignal.timeout(DEADLINE_MS);
    return withWorkFolder(from, async (work) => {
      const copy =
        copied &&
        (await copyNewFile(remembered(from, copied), path.join(work, 'copy.tsv')).then(
          () => 'copy.tsv',
          () => null,
        ));
      await digestTo(tools, to, work, 'live.tsv', signal);
      await digestTo(tools, from, work, 'staging.tsv', signal);
      // The parts of a site that are given to its user.
      for (const name of ['public', 'data']) await mkdir(path.join(work, name));
      await writeFile(path.join(work, 'wp-config.php'), '');
      // The agents of both sites are different users, so neither can write into a folder of the other.
      for (const name of ['live.tsv', 'staging.tsv', copy])
        if (name) await rename(path.join(work, name), path.join(work, 'data', name));
      const mount = { ...from.mount, live: work };
      await tools.runtime.php.own(mount);
      const input = {
        ...{ live: 'data/live.tsv', staging: 'data/staging.tsv', copy: copy && `data/${copy}` },
        ...{ kinds: CONTENT_KINDS, parts: CONTENT_PARTS },
        most: { groups: GROUPS_MAX, named: NAMED_MAX, inAll: NAMED_IN_ALL },
      };
      return readable(await tools.agent.need(mount, 'compareContent', input, COMPARING, { deadlineMs: DEADLINE_MS }));
    });
  },
  async rememberContent(siteId, copied) {
    const folder = folderOf(siteId);
    if (!(await hasDatabase(folder))) return;
    const tools = await toolsOf(siteId);
    await withWorkFolder(folder, async (work) => {
      await digestTo(tools, folder, work, 'copy.tsv', AbortSignal.timeout(DEADLINE_MS));
      await rename(path.join(work, 'copy.tsv'), remembered(folder, copied));
    });
    const others = (await list(folder.root)).filter((name) => name.startsWith(REMEMBERED) && name.endsWith(ENDING));
    for (const name of others)
      if (name !== path.basename(remembered(folder, copied))) await rm(path.join(folder.root, name), { force: true });
  },
  async postText(siteId, postId): Promise<PostText | null> {
    const { mount } = folderOf(siteId);
    const { runtime } = await toolsOf(siteId);
    const signal = AbortSignal.timeout(DEADLINE_MS);
    return readServer({ runtime }, mount, { post: String(postId) }, POST_TEXT, COMPARING, signal, 'content-digest');
  },
});
