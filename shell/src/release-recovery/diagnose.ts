import { translated } from '@panel/core';
import { platformErrors, type PlatformError } from '@panel/contract/platform-errors';
import { integrityOf } from '../boot/integrity.ts';
import { PageLoadError } from '../boot/load-errors.ts';
import type { Failed } from '../boot/recovery-part.ts';
import { fetchFile } from './fetch-file.ts';

const LOOK_LIMIT_MS = 4000;

/**
 * The diagnosis of a failure: its number, and the faulty file, if any. `isGood` when that file loads now, so that
 * another attempt makes sense; `thrown` is the error of code that arrived and threw.
 */
export type Diagnosis = { number: PlatformError; file: string | null; isGood?: boolean; thrown?: unknown };

const isServedAs = (type: string | null): boolean => /javascript|text\/css/.test(type ?? '');

/**
 * Loads a file that did not run, bypassing every cache, to find its fault; this also replaces a bad copy in the
 * browser's cache. `otherwise` is the number for a file that cannot be loaded; null for a valid one.
 */
async function lookAt(file: string, otherwise: PlatformError): Promise<PlatformError | null> {
  const signal = AbortSignal.timeout(LOOK_LIMIT_MS);
  let answer: Response;
  try {
    answer = await fetchFile(file, { cache: 'reload', signal });
  } catch {
    return otherwise;
  }
  if (!answer.ok) return otherwise;
  if (!isServedAs(answer.headers.get('content-type'))) return 'P202';
  try {
    if ((await answer.arrayBuffer()).byteLength === 0) return 'P205';
  } catch {
    return 'P205';
  }
  // The browser compares hashes: Web Crypto is missing on a panel without TLS.
  let integrity: string;
  try {
    integrity = await integrityOf(file);
  } catch {
    return otherwise;
  }
  const isReleased = await fetchFile(file, { cache: 'force-cache', integrity, signal }).then(
    () => true,
    () => false,
  );
  return isReleased ? null : 'P203';
}

/** Of several attempts that failed, all are causes. */
const causesOf = (cause: unknown): unknown[] => (cause instanceof AggregateError ? cause.errors : [cause]);

/** Address of the chunk that webpack could not load, if that was the cause. */
function partOf(cause: unknown): string | null {
  for (const one of causesOf(cause)) {
    const { name, request } = (one ?? {}) as { name?: unknown; request?: unknown };
    if (name === 'ChunkLoadError' && typeof request === 'string' && request) return request;
  }
  return null;
}

const isNamed = (cause: unknown, name: string): boolean =>
  causesOf(cause).some((one) => one instanceof Error && one.name === name);

const judged = (file: string, found: PlatformError | null, otherwise: PlatformError): Diagnosis => ({
  number: found ?? otherwise,
  file,
  isGood: found === null,
});

/** Why a page did not load. The loader knows the stage (entry, part, timeout); the files show the rest. */
export async function diagnose({ remote, error }: Failed): Promise<Diagnosis> {
  const part = partOf(error.cause);
  if (part) return judged(part, await lookAt(part, 'P206'), 'P206');
  // All files of the page had arrived, and a module threw while it was evaluated.
  if (error.number === 'P206') return { number: 'P209', file: null, thrown: causesOf(error.cause)[0] };
  if (error.number !== 'P201' || !remote)
    return { number: error.number, file: error.number === 'P204' ? (remote?.entry ?? null) : null };
  const hasNoContainer = isNamed(error.cause, 'NoContainerError');
  // The entry did its work, and the table of pages threw.
  if (!hasNoContainer && !isNamed(error.cause, 'EntryLoadError'))
    return { number: 'P209', file: null, thrown: causesOf(error.cause)[0] };
  const found = await lookAt(remote.entry, 'P201');
  // It arrived, but did not do its work.
  if (hasNoContainer) return { number: found ?? 'P205', file: remote.entry };
  return judged(remote.entry, found, 'P201');
}

/** The error that the user sees. */
export const numbered = (number: PlatformError, remoteId: string, cause: unknown): PageLoadError =>
  new PageLoadError(number, remoteId, cause, translated(platformErrors[number]));
