import type { Socket } from 'node:net';

type Deps = {
  /** Null closes the connection. */
  answer(message: Buffer, address: string): Promise<Buffer | null>;
  /** Takes a slot of the address; null when all are taken. */
  enter(address: string): (() => void) | null;
  /** The longest pause, and the longest time that one message takes to arrive. */
  idleMs: number;
  signal: AbortSignal;
};

const PREFIX = 2;
/** Longest query; those with signatures are far below it. */
const MOST = 4096;

/** Serves one connection: messages with their length before each (RFC 7766), answered one after the other. */
export function serveTcp(socket: Socket, { answer, enter, idleMs, signal }: Deps): void {
  const address = socket.remoteAddress ?? '';
  const leave = enter(address);
  const end = () => socket.destroy();
  socket.on('error', end);
  if (leave === null || signal.aborted) return void end();
  signal.addEventListener('abort', end, { once: true });
  socket.once('close', () => {
    signal.removeEventListener('abort', end);
    clearTimeout(arriving);
    leave();
  });
  socket.setTimeout(idleMs, end);

  let arriving: NodeJS.Timeout | undefined;
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
        clearTimeout(arriving);
        arriving = undefined;
        const reply = await answer(message, address);
        if (reply === null || socket.destroyed) return void end();
        const size = Buffer.alloc(PREFIX);
        size.writeUInt16BE(reply.length);
        // A client that does not read gets no further answer.
        if (!socket.write(Buffer.concat([size, reply]))) await drained(socket);
      }
    } finally {
      busy = false;
      if (waiting.length > 0 && !socket.destroyed) arriving ??= setTimeout(end, idleMs);
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
