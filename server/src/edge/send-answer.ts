import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteClock } from './site-clock.ts';

/** How much of an answer waits for its visitor before the site has to wait: most pages, so that slow visitors hold no site. */
const BUFFER_BYTES = 128 * 1024;

/**
 * Passes the body of an answer on until the site has said all of it, or one of both sides has gone. The clock runs while
 * the site is waited for. A visitor who takes nothing for `stallMs` is cut off, also after the site has ended.
 * @param pace counts a chunk and says for how many milliseconds the site has to wait after it
 */
export function sendAnswer(
  answer: IncomingMessage,
  res: ServerResponse,
  clock: SiteClock,
  stallMs: number,
  pace: (bytes: number) => number,
): Promise<void> {
  let stalled: NodeJS.Timeout | undefined;
  let paced: NodeJS.Timeout | undefined;
  let full = false;
  const watchVisitor = () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => res.destroy(), stallMs);
  };
  const hold = () => {
    answer.pause();
    clock.pause();
  };
  const goOn = () => {
    if (full || paced !== undefined) return;
    clock.run();
    answer.resume();
  };
  res.once('close', () => clearTimeout(stalled));
  res.on('drain', () => {
    clearTimeout(stalled);
    full = false;
    goOn();
  });
  return new Promise((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      if (!res.write(chunk) && res.writableLength >= BUFFER_BYTES) {
        full = true;
        hold();
        watchVisitor();
      }
      const pauseMs = pace(chunk.length);
      if (pauseMs === 0 || paced !== undefined) return;
      hold();
      paced = setTimeout(() => {
        paced = undefined;
        goOn();
      }, pauseMs);
    });
    answer.once('end', () => {
      clock.pause();
      res.end();
      if (!res.closed) watchVisitor();
      resolve();
    });
    // The end of a body that is shorter than announced: the visitor must not take it for whole.
    const cut = () => {
      clock.pause();
      clearTimeout(paced);
      if (!answer.readableEnded) res.destroy();
      resolve();
    };
    answer.once('error', cut);
    answer.once('close', cut);
    res.once('close', cut);
    clock.run();
  });
}
