import { Writable } from 'node:stream';
import type { Socket } from 'node:net';
import type { ServerChannel } from 'ssh2';

/** Bytes that wait for a slow client before its file server is paused. */
const MOST_WAITING = 1024 * 1024;

/**
 * Writes to a channel no faster than its client reads. ssh2 looks only at the window, which the client chooses, and
 * would keep the rest in the memory of this process.
 */
export function pacedOutput(channel: ServerChannel, socket: Socket): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      channel.write(chunk, (error) => {
        if (error || socket.writableLength <= MOST_WAITING) return done(error);
        socket.once('drain', () => done());
      });
    },
  });
}
