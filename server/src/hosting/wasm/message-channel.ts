import type { Duplex } from 'node:stream';
import { scanJson } from '../../lib/json-scan.ts';
import type { JsonBounds } from '../../lib/parse-json.ts';

export type MessageChannel = { send(message: object): void };

export type ChannelListener = {
  /** Takes the other side's raw JSON; nothing about it is checked yet. */
  message(value: unknown): void;
  /** The other side is gone, or sent an oversized or invalid message. */
  ended(): void;
};

/**
 * Messages as lines of JSON on one stream. Unlike node's own process channel, it buffers at most `bounds.bytes` of an
 * unfinished message and counts what is in it before it is parsed, so that the other side cannot fill this one's memory.
 */
export function openMessageChannel(stream: Duplex, bounds: JsonBounds, listener: ChannelListener): MessageChannel {
  let parts: Buffer[] = [];
  let bytes = 0;
  let open = true;
  const end = () => {
    if (!open) return;
    open = false;
    parts = [];
    stream.destroy();
    listener.ended();
  };
  const take = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > bounds.bytes) return end();
    parts.push(chunk);
  };
  const finishLine = () => {
    const line = Buffer.concat(parts);
    [parts, bytes] = [[], 0];
    if (scanJson(line, bounds) !== 'ok') return end();
    try {
      listener.message(JSON.parse(line.toString('utf8')));
    } catch {
      end();
    }
  };
  stream.on('data', (chunk: Buffer) => {
    for (let rest = chunk; open && rest.length > 0;) {
      const newline = rest.indexOf(10);
      take(newline < 0 ? rest : rest.subarray(0, newline));
      if (newline >= 0 && open) finishLine();
      rest = newline < 0 ? rest.subarray(rest.length) : rest.subarray(newline + 1);
    }
  });
  stream.once('end', end);
  stream.once('close', end);
  stream.once('error', end);
  return {
    send(message) {
      if (open) stream.write(`${JSON.stringify(message)}\n`);
    },
  };
}
