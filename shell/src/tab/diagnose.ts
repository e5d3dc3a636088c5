import { platformErrors, type PlatformError } from '@panel/contract/platform-errors';
import { integrityOf } from '../boot/integrity.ts';
import { PageLoadError } from '../boot/load-errors.ts';
import type { Failed } from '../boot/load-page.ts';
import { fetchFile } from './fetch-file.ts';

const LOOK_LIMIT_MS = 4000;

/** What is known of a failure: its number, and the file that is to blame, if it is a file. */
export type Diagnosis = { number: PlatformError; file: string | null };

const isServedAs = (type: string | null): boolean => /javascript|text\/css/.test(type ?? '');

/**
 * Fetches a file that did not run, past every cache, to see what is wrong with it; a good copy takes the place of a bad
 * one in the browser's cache by that. `otherwise` is the number for a file that cannot be had.
 */
async function lookAt(file: string, otherwise: PlatformError, ifGood: PlatformError): Promise<PlatformError> {
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
  // The browser compares: Web Crypto is not there on a panel without TLS.
  const isReleased = await fetchFile(file, { cache: 'force-cache', integrity: integrityOf(file), signal }).then(() => true, () => false);
  return isReleased ? ifGood : 'P203';
}

/** Address of the part that webpack could not load, if that is what happened. */
function partOf(cause: unknown): string | null {
  const causes = cause instanceof AggregateError ? cause.errors : [cause];
  for (const one of causes) {
    const { name, request } = (one ?? {}) as { name?: unknown; request?: unknown };
    if (name === 'ChunkLoadError' && typeof request === 'string' && request) return request;
  }
  return null;
}

const leftNothing = (cause: unknown): boolean => cause instanceof Error && cause.message.includes('left nothing');

/** Why a page could not be had. The loader knows how far it came (entry, part, limit); the files tell the rest. */
export async function diagnose({ remote, error }: Failed): Promise<Diagnosis> {
  const part = partOf(error.cause);
  if (part) return { number: await lookAt(part, 'P206', 'P206'), file: part };
  // What had arrived and threw while it was evaluated.
  if (error.number === 'P206') return { number: 'P205', file: null };
  if (error.number !== 'P201' || !remote) return { number: error.number, file: error.number === 'P204' ? (remote?.entry ?? null) : null };
  return { number: await lookAt(remote.entry, 'P201', leftNothing(error.cause) ? 'P205' : 'P201'), file: remote.entry };
}

/** The error that the user sees. */
export const numbered = (number: PlatformError, remoteId: string, cause: unknown): PageLoadError => new PageLoadError(number, remoteId, cause, platformErrors[number]);
