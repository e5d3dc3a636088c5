import type { Database } from '../../db/database.ts';
import { readLines } from './app-log.repo.ts';
import { ENDED_BUILD, buildOf } from './app-build.repo.ts';
import type { BuildWatch } from './build-watch.ts';

/** A browser asks again with the last line that it has; then its session is checked again. */
const LONGEST_MS = 5 * 60_000;
/** Keeps proxies from ending a connection on which nothing is sent. */
const SILENT_MS = 15_000;

type Given = { buildId: string; from: number; closed(): void };

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/**
 * The lines of a build as server-sent events: those that are stored, then those that come. A reader who is slow is asked before more is
 * read from the database.
 */
export function openLogStream(
  db: Database,
  builds: BuildWatch,
  { buildId, from, closed }: Given,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next = from;
  let isDue = true;
  let isOver = false;
  let wake: (() => void) | undefined;
  const change = (): void => {
    isDue = true;
    wake?.();
  };
  const unwatch = builds.watch(buildId, change);
  const longest = setTimeout(() => {
    isOver = true;
    wake?.();
  }, LONGEST_MS);
  const close = (): void => {
    isOver = true;
    clearTimeout(longest);
    unwatch();
    wake?.();
    closed();
  };

  /** Resolves after a change, or when nothing was sent for a while. */
  const changed = (): Promise<void> =>
    new Promise((resolve) => {
      const silent = setTimeout(resolve, SILENT_MS);
      wake = () => {
        clearTimeout(silent);
        resolve();
      };
    });

  /** What is to be sent now; empty when nothing is. */
  async function news(): Promise<{ text: string; isLast: boolean }> {
    isDue = false;
    // Before its lines: what is added meanwhile is news again.
    const build = await buildOf(db, buildId);
    if (!build) return { text: event('end', { status: 'cancelled' }), isLast: true };
    if (build.logLines < next - 1 && !ENDED_BUILD.has(build.status)) {
      next = 1;
      return { text: event('restart', {}), isLast: false };
    }
    const lines = await readLines(db, buildId, next);
    if (lines.length > 0) {
      next = (lines.at(-1)?.line ?? next) + 1;
      isDue = true;
      const text = lines.map(
        ({ line, at, text: written }) => `id: ${line}\ndata: ${JSON.stringify({ line, at, text: written })}\n\n`,
      );
      return { text: text.join(''), isLast: false };
    }
    if (!ENDED_BUILD.has(build.status)) return { text: '', isLast: false };
    return { text: event('end', { status: build.status, left_out: build.logLeftOut }), isLast: true };
  }

  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        while (!isOver) {
          if (!isDue) await changed();
          if (isOver) break;
          const { text, isLast } = isDue ? await news() : { text: ':\n\n', isLast: false };
          if (text !== '') controller.enqueue(encoder.encode(text));
          if (isLast) break;
          if (text !== '') return;
        }
        close();
        controller.close();
      } catch (error) {
        close();
        throw error;
      }
    },
    cancel: close,
  });
}
