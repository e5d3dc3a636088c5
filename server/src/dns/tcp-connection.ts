import type { Socket } from 'node:net';

type Deps = {
  /** Null closes the connection. */
  answer(message: Buffer): Promise<Buffer | null>;
  /** Takes a slot of the address; null when all are taken. */
  enter(address: string): (() => void) | null;
  idleMs: number;
  signal: AbortSignal;
};

const PREFIX = 2;
/** Longest query; those with signatures are far below it. */
const MOST = 4096;

/** Serves one connection: messages with their length before each (RFC 7766), answered one after the other. */
export function serveTcp(socket: Socket, { answer, enter, idleMs, signal }: Deps): void {
  const leave = enter(socket.remoteAddress ?? '');
  const end = () => socket.destroy();
  socket.on('error', end);
  if (leave === null || signal.aborted) return void end();
  signal.addEventListener('abort', end, { once: true });
  socket.once('close', () => {
    signal.removeEventListener('abort', end);
    leave();
  });
  socket.setTimeout(idleMs, end);

  let waiting: Buffer = Buffer.alloc(0);
  let busy = false;
  const next = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      while (waiting.length >= PREFIX) {
        const length = waiting.readUInt16BE(0);
        if (length > MOST) return void end();
        if (waiting.length < PREFIX + length) return;
        const message = waiting.subarray(PREFIX, PREFIX + length);
        waiting = waiting.subarray(PREFIX + length);
        const reply = await answer(message);
        if (reply === null || socket.destroyed) return void end();
        const size = Buffer.alloc(PREFIX);
        size.writeUInt16BE(reply.length);
        // A client that does not read gets no further answer.
        if (!socket.write(Buffer.concat([size, reply]))) await drained(socket);
      }
    } finally {
      busy = false;
      socket.resume();
    }
  };
  socket.on('data', (part: Buffer) => {
    waiting = waiting.length === 0 ? part : Buffer.concat([waiting, part]);
    if (waiting.length > PREFIX + MOST) socket.pause();
    void next();
  });
}

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('drain', resolve);
    socket.once('close', () => resolve());
  });
