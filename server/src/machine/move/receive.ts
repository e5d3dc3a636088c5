import { list } from '@panel/contract';
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rename } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import * as v from 'valibot';
import type { Database } from '../../db/database.ts';
import type { HostingDriver } from '../../hosting/index.ts';
import { removeTree } from '../../hosting/local/remove-tree.ts';
import { ARRIVING } from '../../hosting/local/site-folder.ts';
import { readFrames } from '../../archive/frames.ts';
import type { Logger } from '../../kernel/clock-and-log.ts';
import { parseJson } from '../../lib/parse-json.ts';
import { machineOf } from '../placed.repo.ts';
import { fenceOf, unmarkLeaving, writeFence } from '../../hosting/leaving.ts';
import { Needs, whyRefused, type MoveConfig } from './needs.ts';
import { folderOfTree, isBefore, itemsOf } from './trees.ts';
import { unpackOver } from './unpack-over.ts';

/** Named in one answer. */
const MISSING_MAX = 10_000;
/** A workload, its previews, and its backups. */
const TREES_MAX = 1000;

/** The names of the files that a machine has not got yet; `more`: and others. */
export const Compared = v.object({ missing: list(v.string(), { max: MISSING_MAX }), more: v.boolean() });
export const Received = v.object({ size: v.number(), sha256: v.string() });
export const Checked = v.object({
  refused: v.nullable(v.object({ code: v.string(), values: v.record(v.string(), v.string()) })),
});
export const PlaceInput = v.object({ id: v.string(), trees: list(v.string(), { max: TREES_MAX }), fence: v.number() });
const Listed = v.object({ name: v.string(), kind: v.picklist(['file', 'folder', 'link']), size: v.number() });

const JSON_BYTES = 256 * 1024;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Deps = { id: string; config: MoveConfig; db: Database; driver: HostingDriver; log: Logger };

/** A message of another machine. @throws Error for one that is long, has many values, or another form */
async function messageOf<T>(req: IncomingMessage, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > JSON_BYTES) throw new Error('a message of a move that is too long');
    parts.push(part);
  }
  const message = parseJson(schema, Buffer.concat(parts), { bytes: JSON_BYTES, depth: 8, elements: 16_000 });
  if (message === null) throw new Error('a message of a move that has another form');
  return message;
}

/** What other machines ask this one for a move: whether it may come, its files, and their place at the end. */
export function createReceiver({ id: own, config, db, driver, log }: Deps) {
  const { dataDir } = config;
  const arriving = (move: string, tree: string): string => path.join(dataDir, 'sites', `${ARRIVING}${move}.${tree}`);

  const store = async (req: IncomingMessage, folder: string) => {
    const hash = createHash('sha256');
    let size = 0;
    const measured = async function* () {
      for await (const chunk of req as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
    };
    await unpackOver(readFrames(measured()), folder);
    return { size, sha256: hash.digest('hex') };
  };

  /**
   * Removes what is not in a list, and names what the list has and this machine has not. Both are in the same order, so
   * they are compared as they come: a site decides how many files it has.
   */
  const compare = async (req: IncomingMessage, folder: string): Promise<v.InferOutput<typeof Compared>> => {
    const missing: string[] = [];
    let more = false;
    const here = itemsOf(folder);
    let at = await here.next();
    /** Removes what is here before a name of the list; without a name, all that is left. */
    const removeUntil = async (name?: string): Promise<void> => {
      while (!at.done && (name === undefined || isBefore(at.value.name, name))) {
        const own = at.value.name;
        at = await here.next();
        while (!at.done && at.value.name.startsWith(`${own}/`)) at = await here.next();
        await removeTree(path.join(folder, own));
      }
    };
    for await (const { head } of readFrames(req)) {
      const item = v.parse(Listed, head);
      await removeUntil(item.name);
      const own = at.done || at.value.name !== item.name ? null : at.value;
      if (own) at = await here.next();
      if (own?.kind === item.kind && own.size === item.size) continue;
      if (missing.length < MISSING_MAX) missing.push(item.name);
      else more = true;
    }
    await removeUntil();
    return { missing, more };
  };

  /** Puts what has arrived in its place. The row still names the other machine, so nothing of it is answered yet. */
  const place = async (move: string, { id, trees, fence }: v.InferOutput<typeof PlaceInput>): Promise<void> => {
    if ((await machineOf(db, id)) === own) throw new Error('a workload that is here already');
    for (const name of trees) {
      const folder = folderOfTree(id, name);
      if (folder === null) throw new Error('a folder of another workload');
      const [from, to] = [arriving(move, name), path.join(dataDir, folder)];
      const hasArrived = (await lstat(from).catch(() => null)) !== null;
      if (!hasArrived && (await fenceOf(to)) === fence) continue;
      await writeFence(from, fence);
      await mkdir(path.dirname(to), { recursive: true });
      const trash = path.join(dataDir, 'sites', `.trash-${move}.${name}`);
      if ((await lstat(to).catch(() => null)) !== null) await rename(to, trash);
      await rename(from, to);
      await removeTree(trash);
    }
    await driver.stop(id);
    await unmarkLeaving(dataDir, id);
  };

  /** Ends a move that came to nothing. */
  const discard = async (move: string): Promise<void> => {
    for (const name of await readdir(path.join(dataDir, 'sites')))
      if (name.startsWith(`${ARRIVING}${move}.`)) await removeTree(path.join(dataDir, 'sites', name));
  };

  const answer = async (req: IncomingMessage): Promise<object | null> => {
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://machine');
    const [, first, move = '', what = '', tree = ''] = pathname.split('/');
    if (first !== 'moves' || !UUID.test(move)) return null;
    if (req.method === 'POST' && what === 'check') {
      const needs = await messageOf(req, Needs);
      return { refused: await whyRefused(config, driver, needs) };
    }
    if (req.method === 'POST' && what === 'place') {
      await place(move, await messageOf(req, PlaceInput));
      return {};
    }
    if (req.method === 'DELETE' && what === '') {
      await discard(move);
      return {};
    }
    if (req.method !== 'PUT' || !/^[\w-]{1,100}$/.test(tree)) return null;
    const folder = arriving(move, tree);
    if (what === 'list') return compare(req, folder);
    if (what !== 'files') return null;
    if (searchParams.has('anew')) await removeTree(folder);
    return store(req, folder);
  };

  return (req: IncomingMessage, res: ServerResponse): void => {
    answer(req)
      .then((said) => {
        res.writeHead(said === null ? 404 : 200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
        res.end(said === null ? undefined : JSON.stringify(said));
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'a part of a move could not be taken');
        if (!res.headersSent) res.writeHead(500, { connection: 'close' });
        res.end();
      });
  };
}
