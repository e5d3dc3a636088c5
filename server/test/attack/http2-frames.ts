import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';

/** Frames of HTTP/2 as no client library would write them (RFC 9113). */
export const TYPE = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, continuation: 9 } as const;
export const END_STREAM = 1;
export const END_HEADERS = 4;

export function frame(type: number, flags: number, stream: number, payload: Buffer | string = ''): Buffer {
  const content = Buffer.from(payload);
  const head = Buffer.alloc(9);
  head.writeUIntBE(content.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, content]);
}

export const reset = (stream: number, code: number): Buffer => {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(code);
  return frame(TYPE.reset, 0, stream, payload);
};

/** A length in the form of RFC 7541, 5.1, with a prefix of seven bits. */
function lengthOf(text: Buffer): Buffer {
  if (text.length < 127) return Buffer.from([text.length]);
  const bytes = [127];
  let rest = text.length - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** Header lines as literals. @param first 0: not kept in the table of the connection, 0x40: kept */
export function headerBlock(lines: readonly (readonly [string, string])[], first = 0): Buffer {
  return Buffer.concat(
    lines.flatMap(([name, value]) =>
      [name, value].flatMap((text, index) => {
        const bytes = Buffer.from(text, 'latin1');
        return [Buffer.from(index === 0 ? [first] : []), lengthOf(bytes), bytes];
      }),
    ),
  );
}

export type Frame = { type: number; flags: number; stream: number; payload: Buffer };
export type RawHttp2 = {
  socket: TLSSocket;
  frames: Frame[];
  send(...frames: Buffer[]): Promise<void>;
  closed: Promise<void>;
};

/** A connection that has sent its preface. */
export async function openRaw(port: number, host: string, ca: string): Promise<RawHttp2> {
  const socket = connect({ host: '127.0.0.1', port, servername: host, ca, ALPNProtocols: ['h2'] });
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  const frames: Frame[] = [];
  let held = Buffer.alloc(0);
  socket
    .on('error', () => undefined)
    .on('data', (chunk: Buffer) => {
      held = Buffer.concat([held, chunk]);
      while (held.length >= 9 && held.length >= 9 + held.readUIntBE(0, 3)) {
        const end = 9 + held.readUIntBE(0, 3);
        const { 3: type = 0, 4: flags = 0 } = held;
        frames.push({ type, flags, stream: held.readUInt32BE(5), payload: held.subarray(9, end) });
        held = held.subarray(end);
      }
    });
  await once(socket, 'secureConnect');
  const send = (...given: Buffer[]): Promise<void> =>
    socket.destroyed
      ? Promise.resolve()
      : new Promise((resolve) => {
          socket.once('close', resolve);
          socket.write(Buffer.concat(given), () => {
            socket.off('close', resolve);
            resolve();
          });
        });
  await send(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(TYPE.settings, 0, 0));
  return { socket, frames, send, closed };
}
