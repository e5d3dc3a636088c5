import { createHash } from 'node:crypto';
import type { PlatformError } from '@panel/contract/platform-errors';
import { Release, Signature } from '@panel/contract/release';
import { parseJson } from '../../lib/parse-json.ts';
import type { Logger } from '../../kernel/clock-and-log.ts';
import { hasSigned, type FindKey } from './release-keys.ts';
import { MANIFEST_FILE, nameOf, SIGNATURE_FILE, type ReleaseId, type ReleaseStore } from './release-store.ts';
import type { ReleaseRow } from './release.repo.ts';

/** A published release as this process opened it: its manifest, and why it must not run, if so. */
export type OpenedRelease = { release: Release; refused: PlatformError | null };

/** How long a failed check is reused: short enough to notice a repaired storage, long enough to spare a missing one. */
const REFUSED_FOR_MS = 2000;

export const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

type Deps = {
  store: ReleaseStore;
  findKey: FindKey;
  log: Logger;
  /** Called with every check's result. */
  found: (id: ReleaseId, refused: PlatformError | null) => void;
};

/**
 * Whether the storage holds what was published: the text's digest matches the row, and a known key signed the text
 * (ADR 0020). A replayed older manifest has a valid signature but another digest. What a key released before it was
 * revoked keeps running (ADR 0041).
 * @throws StoreError when the storage is unreachable
 */
async function refusalIn({ store, findKey }: Deps, row: ReleaseRow): Promise<PlatformError | null> {
  const manifest = await store.get(row, MANIFEST_FILE);
  if (!manifest) return 'P101';
  const signature = await store.get(row, SIGNATURE_FILE);
  if (!signature) return 'P102';
  const signed = parseJson(Signature, signature.toString('utf8'));
  const known = signed && (await findKey(signed.keyId));
  if (!known || !hasSigned(known, manifest.toString('utf8'), signed.signature)) return 'P103';
  return sha256(manifest) === row.digest ? null : 'P104';
}

type Kept = { opened: Promise<OpenedRelease>; at: number; isRefused: boolean };

export type Opener = {
  /** A published release, checked in the storage the first time; null when there is none. */
  open(id: ReleaseId): Promise<OpenedRelease | null>;
  /** The same, checked again even if it was valid before. */
  look(id: ReleaseId): Promise<OpenedRelease | null>;
  /** Drops the cached state: its files were written again. */
  forget(id: ReleaseId): void;
  /** Why the storage's copy must not run; has no side effects. */
  refusalOf(row: ReleaseRow): Promise<PlatformError | null>;
};

/** Opens each release once per process; `find` returns the row with the published text. */
export function createOpener(deps: Deps, find: (id: ReleaseId) => Promise<ReleaseRow | null>): Opener {
  const kept = new Map<string, Kept>();
  /** Already logged, so that frequent page views do not repeat it. */
  const logged = new Map<string, PlatformError | null>();
  const refusalOf = (row: ReleaseRow) =>
    refusalIn(deps, row).catch((error: unknown): PlatformError => {
      deps.log.error({ err: error, release: nameOf(row) }, 'the release storage is unreachable');
      return 'P101';
    });
  async function read(row: ReleaseRow): Promise<OpenedRelease> {
    const release = parseJson(Release, row.manifest);
    if (!release) throw new Error(`The text of ${nameOf(row)} in the database is no release.`);
    const refused = await refusalOf(row);
    if (refused && logged.get(nameOf(row)) !== refused)
      deps.log.error({ release: nameOf(row), refused }, 'a release is not served');
    logged.set(nameOf(row), refused);
    deps.found({ package: row.package, version: row.version }, refused);
    return { release, refused };
  }
  async function opened(id: ReleaseId, believesWhole: boolean): Promise<OpenedRelease | null> {
    const name = nameOf(id);
    const known = kept.get(name);
    if (known && (known.isRefused ? known.at + REFUSED_FOR_MS > Date.now() : believesWhole)) return known.opened;
    const row = await find(id);
    if (!row?.publishedAt || row.removedAt) return null;
    const entry: Kept = { opened: read(row), at: Date.now(), isRefused: false };
    kept.set(name, entry);
    try {
      entry.isRefused = (await entry.opened).refused !== null;
      entry.at = Date.now();
    } catch (error) {
      kept.delete(name);
      throw error;
    }
    return entry.opened;
  }
  return {
    refusalOf,
    forget: (id) => void kept.delete(nameOf(id)),
    open: (id) => opened(id, true),
    look: (id) => opened(id, false),
  };
}
