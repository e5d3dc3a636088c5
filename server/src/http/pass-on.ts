import { Readable } from 'node:stream';
import type { MachinePort } from '../context/app-context.ts';
import type { PanelContext } from '../context/env.ts';
import type { ElsewhereError } from '../kernel/elsewhere-error.ts';
import { scanJson } from '../lib/json-scan.ts';
import { carried, relayedBy } from '../lib/relayed.ts';
import type { Answer } from './idempotency.ts';
import type { RequestBody } from './request-body.ts';

/** The machine that asked has what these are about: the key of a repetition, and the length of a body that it writes anew. */
const NOT_PASSED: ReadonlySet<string> = new Set([
  'idempotency-key',
  'content-length',
  'content-type',
  'accept-encoding',
]);

/** Of a call’s answer: a text of 1 MB in which each character is an escape, and what is around it. */
const MOST_OF_ANSWER = 8 * 1024 * 1024;
/** A list of 10,000 rows of twenty values. */
const ANSWER_BOUNDS = { depth: 32, elements: 400_000 };

/** Whether another machine passed the request on, which has counted and recorded it. */
export const isPassedOn = (c: PanelContext): boolean => relayedBy(c.env?.incoming) !== undefined;

const askedOf = (c: PanelContext, rawHeaders: readonly string[]) => {
  const { ip: address, secure: isTls } = c.get('facts');
  const { pathname, search } = new URL(c.req.url);
  const host = c.req.header('host') ?? '';
  return { method: c.req.method, path: pathname + search, host, rawHeaders, address, isTls };
};

/**
 * Sends a call to the machine that has its workload, which authenticates and answers it as if it had come there.
 * @throws ElsewhereError when that machine does not answer, or this call came from another machine already
 */
export async function passOn(
  c: PanelContext,
  { ask }: MachinePort,
  elsewhere: ElsewhereError,
  { value, text }: RequestBody,
): Promise<Answer> {
  if (isPassedOn(c)) throw elsewhere;
  const given = c.env?.incoming?.rawHeaders ?? [...c.req.raw.headers].flat();
  const headers = carried(given).flatMap((name, index, all) =>
    index % 2 === 1 || NOT_PASSED.has(name.toLowerCase()) ? [] : [name, all[index + 1] ?? ''],
  );
  const form = value instanceof FormData ? new Response(value) : null;
  const body = form?.body
    ? Readable.fromWeb(form.body as Parameters<typeof Readable.fromWeb>[0])
    : text === ''
      ? null
      : Readable.from([Buffer.from(text)]);
  if (body)
    headers.push(
      'Content-Type',
      form?.headers.get('content-type') ?? 'application/json',
      'Transfer-Encoding',
      'chunked',
    );
  const answer = await ask(elsewhere.machineId, askedOf(c, headers), body, c.req.raw.signal);
  if (answer === null || answer === 'open') throw elsewhere;
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_OF_ANSWER) throw elsewhere;
    parts.push(part);
  }
  const json = Buffer.concat(parts);
  if (scanJson(json, ANSWER_BOUNDS) !== 'ok') throw elsewhere;
  return { status: answer.statusCode ?? 502, body: JSON.parse(json.toString('utf8')) as unknown };
}

/** The same for a request that is no call, such as a download, whose body nobody has read; null when no machine answers. */
export async function passOnWhole(
  c: PanelContext,
  { ask }: MachinePort,
  { machineId }: ElsewhereError,
): Promise<Response | null> {
  const { incoming } = c.env ?? {};
  if (!incoming || isPassedOn(c)) return null;
  const { body: sent } = c.req.raw;
  const body = sent ? Readable.fromWeb(sent as Parameters<typeof Readable.fromWeb>[0]) : null;
  const headers = carried(incoming.rawHeaders);
  if (body && incoming.headers['content-length'] === undefined) headers.push('Transfer-Encoding', 'chunked');
  const answer = await ask(machineId, askedOf(c, headers), body, c.req.raw.signal);
  if (answer === null || answer === 'open') return null;
  const raw = carried(answer.rawHeaders);
  const pairs = raw.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : [],
  );
  const isEmpty = c.req.method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304;
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array<ArrayBuffer>>), {
    status: answer.statusCode ?? 502,
    headers: pairs,
  });
}
