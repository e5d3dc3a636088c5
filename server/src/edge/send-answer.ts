import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SiteClock } from './site-clock.ts';

/** How much of an answer waits for its visitor before the site has to wait: most pages, so that slow visitors hold no site. */
const BUFFER_BYTES = 128 * 1024;

/**
 * Passes the body of an answer on until the site has said all of it, or one of both sides has gone. The clock runs while
 * the site is waited for. A visitor who takes nothing for `stallMs` is cut off, also after the site has ended.
 */
export function sendAnswer(answer: IncomingMessage, res: ServerResponse, clock: SiteClock, stallMs: number): Promise<void> {
  let stalled: NodeJS.Timeout | undefined;
  const watchVisitor = () => {
    clearTimeout(stalled);
    stalled = setTimeout(() => res.destroy(), stallMs);
  };
  res.once('close', () => clearTimeout(stalled));
  res.on('drain', () => {
    clearTimeout(stalled);
    clock.run();
    answer.resume();
  });
  return new Promise((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      if (res.write(chunk) || res.writableLength < BUFFER_BYTES) return;
      answer.pause();
      clock.pause();
      watchVisitor();
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
      if (!answer.readableEnded) res.destroy();
      resolve();
    };
    answer.once('error', cut);
    answer.once('close', cut);
    res.once('close', cut);
    clock.run();
  });
}
