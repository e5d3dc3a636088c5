import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createSpeedCredit, MIN_BYTES_PER_SECOND, UPLOAD_IDLE_MS, type SpeedCredit } from '../lib/minimum-speed.ts';
import { longestOf } from './long-body.ts';

/** How often bodies are looked at, in each time that they may be behind when they begin. */
const LOOKS = 7;
/** Later than whoever reads the body, who can say more about it than a bare 408. */
export const BEHIND_MS = 7_000;
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** A request from its headers to the end of its response. */
export type RunningRequest = {
  req: IncomingMessage;
  /** `performance.now()` when its headers had arrived. */
  began: number;
  /** Since when its client keeps the server waiting, with its body or by not reading; null when it does not. */
  slowSince(now: number): number | null;
};

type Watched = RunningRequest & { look(now: number): void };

const flushed = ({ socket }: IncomingMessage): number => socket.bytesWritten - socket.writableLength;

/** Ends a request whose body comes too slowly. */
function endSlow({ socket }: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent || socket.writableLength > 0) return void socket.destroy();
  socket.write(TOO_SLOW, () => socket.destroy());
}

function watch(req: IncomingMessage, res: ServerResponse, behindMs: number): Watched {
  const { socket } = req;
  const began = performance.now();
  const readBefore = socket.bytesRead;
  const credit: SpeedCredit = createSpeedCredit(UPLOAD_IDLE_MS, behindMs);
  let [at, read, sent] = [began, readBefore, flushed(req)];
  let stalledSince: number | null = null;
  /** Bytes that nobody has taken yet: the client waits for the server. */
  const waitsForUs = (): boolean => req.readableLength > 0;
  return {
    req,
    began,
    slowSince(now) {
      if (req.complete) return stalledSince;
      if (waitsForUs()) return null;
      const bytes = socket.bytesRead - readBefore;
      return (bytes * 1000) / MIN_BYTES_PER_SECOND < now - began ? began : null;
    },
    look(now) {
      const [passed, came, left] = [now - at, socket.bytesRead - read, flushed(req) - sent];
      [at, read, sent] = [now, read + came, sent + left];
      if (req.complete) {
        const isStalled = socket.writableLength > 0 && left < (passed * MIN_BYTES_PER_SECOND) / 1000;
        stalledSince = isStalled ? (stalledSince ?? now) : null;
      } else if (now - began > longestOf(req)) socket.destroy();
      else if (!waitsForUs() && credit.spend(passed, came) <= 0) endSlow(req, res);
    },
  };
}

export type RequestSpeed = {
  /** Watches the requests of a server. `onEnd` is called once for each. */
  watch(server: Server, onBegin: (running: RunningRequest) => () => void): void;
  stop(): void;
};

/**
 * Ends requests whose body arrives too slowly: 1 KB a second from the first second on, with a few seconds in advance, and
 * a pause for as long as earlier bytes were early. Time in which the server does not read does not count.
 * @param behindMs how far a body may be behind when it begins
 */
export function createRequestSpeed(behindMs = BEHIND_MS): RequestSpeed {
  const running = new Set<Watched>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const each of running) each.look(now);
  }, behindMs / LOOKS).unref();
  return {
    watch(server, onBegin) {
      server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
        const watched = watch(req, res, behindMs);
        running.add(watched);
        const end = onBegin(watched);
        // A response may end before the body: what is left of it is still received.
        let open = 2;
        const part = () => {
          open -= 1;
          if (open > 0 && !req.socket.destroyed && !req.complete) return;
          if (running.delete(watched)) end();
        };
        res.once('close', part);
        req.once('close', part);
      });
    },
    stop: () => clearInterval(timer),
  };
}
