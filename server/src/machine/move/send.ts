import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import * as v from 'valibot';
import { HostingError } from '../../hosting/index.ts';
import { endFrame, headFrame } from '../../archive/frames.ts';
import { packFiles, type Skip } from '../../archive/pack-files.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { PANEL_NAME } from '../authority.ts';
import type { Relay } from '../relay.ts';
import type { Needs } from './needs.ts';
import { Checked, Compared, Received } from './receive.ts';
import { isLeftOut, itemsOf, type Item, type Tree } from './trees.ts';

/** A move to another machine, by its number. */
type Way = { machine: Pick<Relay, 'ask'>; to: string; move: string; signal: AbortSignal };

/** The names of some files that have not arrived. */
const ANSWER = { bytes: 4 * 2 ** 20, depth: 8, elements: 60_000 };

const away = (): HostingError =>
  new HostingError('COMMAND_FAILED', 'The other machine does not answer. Try again in a few minutes.', {
    retryable: true,
  });

async function ask<T>(
  { machine, to, signal }: Way,
  schema: v.GenericSchema<unknown, T>,
  { method, path: at, body }: { method: string; path: string; body: Readable | null },
): Promise<T> {
  const asked = { method, path: at, host: PANEL_NAME, rawHeaders: [], address: '0.0.0.0', isTls: true };
  const answer = await machine.ask(to, { ...asked, isOwn: true }, body, signal);
  if (answer === null || answer === 'open') throw away();
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > ANSWER.bytes) throw away();
    parts.push(part);
  }
  if (answer.statusCode !== 200) throw away();
  const said = parseJson(schema, Buffer.concat(parts), ANSWER);
  if (said === null) throw away();
  return said;
}

const Done = v.object({});
const sendJson = <T>(way: Way, schema: v.GenericSchema<unknown, T>, what: string, given: object): Promise<T> =>
  ask(way, schema, {
    ...{ method: 'POST', path: `/moves/${way.move}/${what}` },
    body: Readable.from([Buffer.from(JSON.stringify(given))]),
  });

/** Why the other machine cannot take what needs this; null when it can. */
export const askWhether = async (way: Way, needs: Needs) => (await sendJson(way, Checked, 'check', needs)).refused;

async function* withEnd(frames: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* frames;
  yield endFrame();
}

type Sending = { dataDir: string; skip?: Skip; anew?: boolean; sent?(bytes: number): void };

/** Sends a tree, or a part of it. What arrives must have the length and the hash of what was sent. */
export async function sendTree(
  way: Way,
  tree: Tree,
  { dataDir, skip = isLeftOut, anew, sent }: Sending,
): Promise<void> {
  const hash = createHash('sha256');
  let size = 0;
  const measured = async function* () {
    for await (const chunk of withEnd(packFiles(path.join(dataDir, tree.folder), { skip, hosted: true }))) {
      hash.update(chunk);
      size += chunk.length;
      sent?.(chunk.length);
      yield chunk;
    }
  };
  const got = await ask(way, Received, {
    ...{ method: 'PUT', path: `/moves/${way.move}/files/${tree.name}${anew ? '?anew=1' : ''}` },
    body: Readable.from(measured(), { objectMode: false }),
  });
  if (got.size !== size || got.sha256 !== hash.digest('hex'))
    throw new HostingError('INTEGRITY_MISMATCH', 'The files did not arrive as they were sent. Try again.', {
      retryable: true,
    });
}

/** Lets the other machine remove what this one no longer has. @returns what it has not got */
async function sendList(way: Way, { name, folder }: Tree, dataDir: string) {
  const frames = async function* () {
    for await (const { name: own, kind, size } of itemsOf(path.join(dataDir, folder)))
      yield headFrame({ name: own, kind, size });
  };
  return ask(way, Compared, {
    ...{ method: 'PUT', path: `/moves/${way.move}/list/${name}` },
    body: Readable.from(withEnd(frames()), { objectMode: false }),
  });
}

/** Leaves out all but some files and the folders that lead to them. */
function onlyThese(names: Iterable<string>): Skip {
  const kept = new Set<string>();
  for (const name of names) for (let at = name; at !== '.' && !kept.has(at); at = path.posix.dirname(at)) kept.add(at);
  return (name) => !kept.has(name);
}

/** A file that was written within this time before a copy began may be older in it than it is. */
const MARGIN_MS = 2_000;
/** Each names some of what is missing. */
const MOST_TRIES = 500;

/**
 * Sends what has changed since a copy began. Nothing runs in the tree any more; afterwards the other machine has all of it and nothing
 * else, by names, kinds and sizes.
 */
export async function sendChanges(way: Way, tree: Tree, { dataDir, since }: { dataDir: string; since: number }) {
  const isNew = ({ ctimeMs }: Item): boolean => ctimeMs >= since - MARGIN_MS;
  const changed: string[] = [];
  for await (const item of itemsOf(path.join(dataDir, tree.folder))) if (isNew(item)) changed.push(item.name);
  await sendTree(way, tree, { dataDir, skip: onlyThese(changed) });
  for (let tries = 0; ; tries += 1) {
    const { missing, more } = await sendList(way, tree, dataDir);
    if (missing.length === 0) return;
    if (tries === MOST_TRIES || (tries === 2 && !more))
      throw new HostingError(
        'INTEGRITY_MISMATCH',
        'Some files could not be copied. Check the folder, then try again.',
        {
          retryable: false,
          detail: missing.slice(0, 20).join(', '),
        },
      );
    await sendTree(way, tree, { dataDir, skip: onlyThese(missing) });
  }
}

/** Lets the other machine put what it has got in its place. */
export const sendPlace = (way: Way, place: { id: string; trees: string[]; fence: number }): Promise<object> =>
  sendJson(way, Done, 'place', place);

/** Lets the other machine forget a move. It does so by itself after a day. */
export const sendDiscard = (way: Way): Promise<object> =>
  ask(way, Done, { method: 'DELETE', path: `/moves/${way.move}`, body: null });
