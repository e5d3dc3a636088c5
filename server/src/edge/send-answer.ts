import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteClock } from './site-clock.ts';

/**
 * How much of a response is buffered before the site has to wait: most pages fit, so slow visitors don't occupy a
 * site.
 */
const BUFFER_BYTES = 128 * 1024;

/**
 * Forwards the body of a response until the site has sent all of it, or one side has left. The clock runs while
 * waiting for the site. A visitor who reads nothing for `stallMs` is disconnected, even after the site has finished.
 * @param pace counts a chunk and returns how many milliseconds the site has to wait after it
 * @param isCut whether a body that ends may lack its end
 */
export function sendAnswer(
  answer: IncomingMessage,
  res: ServerResponse,
  clock: SiteClock,
  stallMs: number,
  pace: (bytes: number) => number,
  isCut: () => boolean = () => false,
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
      if (isCut()) {
        res.destroy();
        return resolve();
      }
      res.end();
      if (!res.closed) watchVisitor();
      resolve();
    });
    // The body is shorter than announced: the visitor must not take it for complete.
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
