import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { readHeaders, withoutLength } from './site-answer.ts';

type Refusal = { status: number; text: string; headers?: Record<string, string> };

const VERSION = '13';
/** Of RFC 6455, 1.3. */
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
/** 16 bytes. */
const KEY = /^[A-Za-z0-9+/]{22}==$/;

const acceptOf = (key: string): string =>
  createHash('sha1')
    .update(key + GUID)
    .digest('base64');

/** Why a request is no valid beginning of a WebSocket (RFC 6455, 4.2.1); null when it is one. */
export function handshakeRefusal(
  { headers, headersDistinct }: IncomingMessage,
  hasEarlyBytes: boolean,
): Refusal | null {
  const invalid = { status: 400, text: 'This request for a WebSocket is not valid.\n' };
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined || hasEarlyBytes)
    return invalid;
  const [key, ...keys] = headersDistinct['sec-websocket-key'] ?? [];
  if (key === undefined || keys.length > 0 || !KEY.test(key)) return invalid;
  const versions = headersDistinct['sec-websocket-version'] ?? [];
  if (versions.length !== 1 || versions[0] !== VERSION)
    return {
      status: 426,
      text: 'This version of WebSocket is not supported.\n',
      headers: { upgrade: 'websocket', 'sec-websocket-version': VERSION },
    };
  return null;
}

/** The head of the response that opens a WebSocket; null when that of the site is not a valid one. */
export function openingOf(req: IncomingMessage, answer: IncomingMessage, fqdn: string): string | null {
  const { upgrade, 'sec-websocket-accept': accept } = answer.headers;
  if (answer.statusCode !== 101 || upgrade?.toLowerCase() !== 'websocket') return null;
  if (accept !== acceptOf(req.headers['sec-websocket-key'] ?? '')) return null;
  const headers = readHeaders(answer, fqdn);
  if (headers === null) return null;
  const lines = [...withoutLength(headers), ['Connection', 'Upgrade'], ['Upgrade', 'websocket']];
  return `HTTP/1.1 101 Switching Protocols\r\n${lines.map((line) => line.join(': ')).join('\r\n')}\r\n\r\n`;
}
