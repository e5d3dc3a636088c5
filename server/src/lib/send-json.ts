import { request as plain } from 'node:http';
import { request as secure, type RequestOptions } from 'node:https';

/** Of an answer; more of it is not read. */
const ANSWER_BYTES = 64 * 1024;

export type JsonAnswer = { status: number; text: string };

/**
 * Names below localhost are this machine (RFC 6761), which not every system's resolver knows.
 * @returns where a connection to a host goes
 */
export const reachable = (host: string): string => (/(?:^|\.)localhost$/i.test(host) ? '127.0.0.1' : host);

/** Posts JSON and reads the answer, with options of Node's own requests. Rejects when there is none in time. */
export function sendJson(
  { isPlain = false, timeout = 30_000, ...options }: RequestOptions & { isPlain?: boolean },
  body: unknown,
): Promise<JsonAnswer> {
  const text = JSON.stringify(body);
  const headers = {
    ...options.headers,
    ...{ 'content-type': 'application/json', accept: 'application/json', 'content-length': Buffer.byteLength(text) },
  };
  return new Promise((resolve, reject) => {
    const sent = (isPlain ? plain : secure)({ ...options, method: 'POST', timeout, headers }, (response) => {
      const parts: Buffer[] = [];
      let size = 0;
      response.on('data', (part: Buffer) => {
        size += part.length;
        if (size > ANSWER_BYTES) response.destroy(new Error('the answer is too long'));
        else parts.push(part);
      });
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(text);
  });
}
