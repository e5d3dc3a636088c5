import * as v from 'valibot';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import { MIGRATIONS_FOLDER } from '../db/migrate.ts';
import { parseJson, type JsonBounds } from '../lib/parse-json.ts';
import { StorageError, type Storage } from '../storage/storage.ts';
import { macOf } from './sealing.ts';

/** A backup cannot be made or restored; the message is one line that says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Another process makes or restores one at this moment. */
export class BackupRunning extends BackupError {}

const FORMAT = 1;
/** The part with the rows of the panel's own database. */
export const DATABASE_PART = 'database';
const NAME = /^[\w-][\w.-]{0,190}$/;
const name = v.pipe(v.string(), v.regex(NAME));
const bytes = v.pipe(v.number(), v.integer(), v.minValue(0));

const PART = v.object({
  name,
  /** Where it belongs below the data folder; empty for the folder itself, and for the rows of the database. */
  folder: v.pipe(v.string(), v.regex(/^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/)),
  /** Of the sealed bytes. */
  size: bytes,
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
});
export type Part = v.InferOutput<typeof PART>;

const MANIFEST = v.object({
  format: v.number(),
  id: name,
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  panel: v.string(),
  migrated: v.object({ count: bytes, last: v.string() }),
  rows: bytes,
  parts: v.array(PART),
  /** What this installation uses and the backup does not have. */
  without: v.array(v.string()),
  /** Files that it does not have, or not as of one moment, each with the reason. */
  remarks: v.array(v.string()),
  sealed: v.object({ salt: v.string(), key: v.string() }),
  /** Of everything above, with the key of the backup. */
  mac: v.string(),
});
export type Manifest = v.InferOutput<typeof MANIFEST>;

const INDEX = v.object({
  backups: v.array(
    v.object({
      ...{ id: name, createdAt: v.pipe(v.string(), v.isoTimestamp()), size: bytes },
      /** The version of the panel and the number of remarks, so that a list needs no manifest; earlier versions wrote neither. */
      ...{ panel: v.optional(v.pipe(v.string(), v.maxLength(100))), remarks: v.optional(bytes) },
    }),
  ),
  /** Older ones that are no longer listed, until the storage has removed them. */
  removing: v.optional(v.array(name), []),
});
export type Index = v.InferOutput<typeof INDEX>;
export type Listed = Index['backups'][number];

/** How much is read of a list, and when that ends. */
export type Reading = { bounds?: JsonBounds; signal?: AbortSignal };

/** A manifest of many sites; an index of many backups. */
const BOUNDS: JsonBounds = { bytes: 64 * 2 ** 20, depth: 8, elements: 2_000_000 };
const INDEX_KEY = 'index.json';

export const manifestKey = (id: string): string => `${id}/manifest.json`;
export const partKey = (id: string, part: string): string => `${id}/${part}.part`;

const textOf = (manifest: Manifest): string => JSON.stringify({ ...manifest, mac: undefined });

/** The same manifest, signed with the key of its backup. */
export const signed = (manifest: Omit<Manifest, 'mac' | 'format'>, key: Buffer): Manifest => {
  const { id, createdAt, panel, migrated, rows, parts, without, remarks, sealed } = manifest;
  const all = { format: FORMAT, id, createdAt, panel, migrated, rows, parts, without, remarks, sealed, mac: '' };
  return { ...all, mac: macOf(key, textOf(all)) };
};

/** Whether nobody changed a manifest who does not have the key. */
export const isSigned = (manifest: Manifest, key: Buffer): boolean => macOf(key, textOf(manifest)) === manifest.mac;

/** @throws BackupError for more bytes than the bounds have: what is at the storage may be anything */
async function textAt(
  storage: Storage,
  key: string,
  { bounds = BOUNDS, signal }: Reading,
): Promise<{ found: Buffer; bounds: JsonBounds } | null> {
  try {
    const stream = await storage.read(key);
    if (signal) addAbortSignal(signal, stream);
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      // Leaving the loop ends the stream.
      if (size > bounds.bytes)
        throw new BackupError(`${key} in the ${storage.place} has more than ${bounds.bytes} bytes and is not read.`);
      chunks.push(chunk as Buffer);
    }
    return { found: Buffer.concat(chunks, size), bounds };
  } catch (error) {
    if (error instanceof StorageError && error.code === 'MISSING') return null;
    throw error;
  }
}

/** @throws BackupError when there is none, or it was made by a newer panel */
export async function readManifest(storage: Storage, id: string, reading: Reading = {}): Promise<Manifest> {
  const text = await textAt(storage, manifestKey(id), reading);
  if (text === null) throw new BackupError(`There is no backup ${id} in the ${storage.place}.`);
  const { found, bounds } = text;
  const any = parseJson(v.looseObject({ format: v.number() }), found, bounds);
  if (any !== null && any.format > FORMAT) throw newer(`its format is ${any.format}`);
  const manifest = parseJson(MANIFEST, found, bounds);
  if (manifest === null) throw new BackupError(`The manifest of the backup ${id} is damaged. Choose another backup.`);
  return manifest;
}

const newer = (why: string): BackupError =>
  new BackupError(`This backup was made by a newer panel (${why}). Restore it with that version or a later one.`);

const JOURNAL = v.object({ entries: v.array(v.looseObject({ when: v.number(), tag: v.string() })) });

/** The migrations of this version, the oldest first. */
export const knownMigrations = (): v.InferOutput<typeof JOURNAL>['entries'] =>
  v.parse(JOURNAL, JSON.parse(readFileSync(path.join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'))).entries;

/** @throws BackupError when this version does not know the tables of a backup */
export function checkVersion({ migrated, panel }: Manifest): void {
  const known = knownMigrations();
  if (migrated.count > known.length)
    throw newer(`version ${panel}, ${migrated.count} migrations, here ${known.length}`);
  if (String(known[migrated.count - 1]?.when) !== migrated.last)
    throw new BackupError('This backup was made by a panel with other migrations than this one. Use the same source.');
}

/** The backups of a place, the newest first. */
export async function readIndex(storage: Storage, reading: Reading = {}): Promise<Index> {
  const text = await textAt(storage, INDEX_KEY, reading);
  if (text === null) return { backups: [], removing: [] };
  const index = parseJson(INDEX, text.found, text.bounds);
  if (index === null)
    throw new BackupError(`${INDEX_KEY} in the ${storage.place} is damaged. Move it away; --id still restores.`);
  return { ...index, backups: index.backups.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)) };
}

export const writeIndex = (storage: Storage, index: Index): Promise<void> =>
  storage.put(INDEX_KEY, { text: JSON.stringify(index, null, 2) });
