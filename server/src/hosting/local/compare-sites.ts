import { Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import * as v from 'valibot';
import { parseJson } from '../../lib/parse-json.ts';
import { plainText } from '../../lib/plain-text.ts';
import type { SiteAgent } from '../agent/index.ts';
import type { FileChanges, FileDifference } from '../driver.ts';
import { HostingError } from '../hosting-error.ts';
import type { SiteMount } from '../runtime/site-runtime.ts';
import { sentence } from '../../lib/sentence.ts';

/** Files of one site; more are not compared. */
const MAX_FILES = 200_000;
const MAX_LISTING = 48 * 1024 * 1024;
const MAX_PATH = 4096;
/** A path where each byte is an escape, and two numbers. */
const LINE_BOUNDS = { bytes: 6 * MAX_PATH + 64, depth: 1, elements: 4 };
const DEADLINE_MS = 60_000;
/** Files and bytes of one question about content; the agent reads at most 1 MB. */
const HASHES_AT_ONCE = 5_000;
const BYTES_AT_ONCE = 500_000;
/** How many paths of each kind are named. */
const NAMED = 100;
const COMPARING = 'We could not compare the sites.';
const FOLDER = 'public';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const LINE = v.strictTuple([v.pipe(v.string(), v.maxLength(MAX_PATH)), count, count]);
type File = { size: number; changed: number };

const notValid = (): HostingError =>
  new HostingError('COMMAND_FAILED', [COMPARING, sentence('Try again in a few minutes.')], {
    retryable: true,
    detail: 'a line of the listing is not valid',
  });

/** The files of a document root by path. @throws HostingError */
async function filesOf(agent: SiteAgent, mount: SiteMount): Promise<Map<string, File>> {
  const files = new Map<string, File>();
  let rest = '';
  const take = (line: string): void => {
    const parsed = parseJson(LINE, line, LINE_BOUNDS);
    if (parsed === null) throw notValid();
    files.set(parsed[0], { size: parsed[1], changed: parsed[2] });
  };
  const decoder = new StringDecoder('utf8');
  const to = () =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        try {
          const lines = (rest + decoder.write(chunk)).split('\n');
          rest = lines.pop() ?? '';
          if (rest.length > LINE_BOUNDS.bytes) throw notValid();
          lines.forEach(take);
          done();
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)));
        }
      },
    });
  const input = { folder: FOLDER, maxFiles: MAX_FILES };
  await agent.need(mount, 'listing', input, COMPARING, { to, maxOutput: MAX_LISTING, deadlineMs: DEADLINE_MS });
  return files;
}

/** Groups of paths that fit in one question. */
function* groupsOf(paths: readonly string[]): Generator<string[]> {
  let group: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    if (group.length === HASHES_AT_ONCE || bytes > BYTES_AT_ONCE) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(path);
    bytes += Buffer.byteLength(JSON.stringify(path));
  }
  if (group.length > 0) yield group;
}

/** Those of the paths whose content differs. @throws HostingError */
async function withOtherContent(
  agent: SiteAgent,
  [one, other]: readonly [SiteMount, SiteMount],
  paths: readonly string[],
): Promise<Set<string>> {
  const differing = new Set<string>();
  for (const files of groupsOf(paths)) {
    const ask = (mount: SiteMount) =>
      agent.need(mount, 'hashes', { folder: FOLDER, files }, COMPARING, { deadlineMs: DEADLINE_MS });
    const [ours, theirs] = await Promise.all([ask(one), ask(other)]);
    files.forEach((path, at) => {
      if (!ours[at] || ours[at] !== theirs[at]) differing.add(path);
    });
  }
  return differing;
}

function changesOf(entries: readonly (readonly [string, File])[]): FileChanges {
  const paths = entries.map(([path]) => path).sort();
  return {
    count: entries.length,
    bytes: entries.reduce((sum, [, { size }]) => sum + size, 0),
    paths: paths.slice(0, NAMED).map((path) => plainText(path, MAX_PATH)),
  };
}

/**
 * What a copy of the files of `from` would do to those of `to`. A file with the same size and time of change counts as
 * the same, because a copy keeps both; with another time, its content decides.
 * @throws HostingError
 */
export async function compareFiles(agent: SiteAgent, from: SiteMount, to: SiteMount): Promise<FileDifference> {
  const [next, now] = await Promise.all([filesOf(agent, from), filesOf(agent, to)]);
  const both = [...next].flatMap(([path, file]) => {
    const old = now.get(path);
    return old === undefined ? [] : [{ path, file, old }];
  });
  const touched = both.filter(({ file, old }) => file.size === old.size && file.changed !== old.changed);
  const differing = await withOtherContent(
    agent,
    [from, to],
    touched.map(({ path }) => path),
  );
  return {
    added: changesOf([...next].filter(([path]) => !now.has(path))),
    changed: changesOf(
      both
        .filter(({ path, file, old }) => file.size !== old.size || differing.has(path))
        .map(({ path, file }) => [path, file] as const),
    ),
    removed: changesOf([...now].filter(([path]) => !next.has(path))),
  };
}
