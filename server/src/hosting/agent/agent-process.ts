import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { parseJson } from '../../lib/parse-json.ts';
import { abortedError } from '../hosting-error.ts';
import { killGroup } from '../process/run-command.ts';
import type { AgentCommand } from './agent-sandbox.ts';
import type { Reason, Request } from './protocol.ts';
import { REASONS } from './protocol.ts';

/**
 * Data flows `from` the panel to the agent or `to` a folder of the panel; more than `maxOutput` ends the run. The run
 * opens the streams itself: one that fails without a listener would end the panel.
 */
export type Streams = { from?: () => Readable; to?: () => Writable; maxOutput?: number };
export type RunLimits = { deadlineMs: number; signal?: AbortSignal | undefined };

/** The outcome of one question; its value is not validated yet. */
export type RawReply = { ok: true; value: unknown } | { ok: false; reason: Reason; detail: string };

/** Of all answers of a run, in bytes. */
const MAX_ANSWERS = 1024 * 1024;
/** Of one answer: a text of 64 KB where each character is an escape, or 5,000 digests. */
const BOUNDS = { bytes: 448 * 1024, depth: 7, elements: 12_000 };
const MAX_ERRORS = 4096;

const LINE = v.union([
  v.strictObject({ ok: v.literal(true), value: v.unknown() }),
  v.strictObject({ ok: v.literal(false), reason: v.picklist(REASONS), detail: v.pipe(v.string(), v.maxLength(2000)) }),
]);

/**
 * Runs one agent until it ends, passes its deadline, or exceeds its output limit. Questions that it did not answer
 * get a reason; no behaviour of the agent causes an exception. Only `signal` throws.
 */
export async function runAgent(
  command: AgentCommand,
  request: Request,
  { from, to, maxOutput = 0 }: Streams,
  { deadlineMs, signal }: RunLimits,
): Promise<RawReply[]> {
  if (signal?.aborted) throw abortedError(signal);
  const child = spawn(command.file, command.args, {
    env: command.env,
    cwd: command.cwd,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', command.filter ? 'pipe' : 'ignore'],
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      errors += error.message;
      resolve();
    });
  });
  let errors = '';
  let answers = '';
  let why: { reason: Reason; detail: string } | null = null;
  const end = (reason: Reason, detail: string) => {
    why ??= { reason, detail };
    if (child.pid !== undefined) killGroup(child.pid, 'SIGKILL');
  };
  const deadline = setTimeout(() => end('timeout', `no answer within ${deadlineMs} ms`), deadlineMs);
  const onAbort = () => end('failed', 'stopped');
  signal?.addEventListener('abort', onAbort, { once: true });

  const [stdin, stdout, stderr, lines, filter] = child.stdio as unknown as [
    Writable,
    Readable,
    Readable,
    Readable,
    Writable | null,
  ];
  stderr.setEncoding('utf8').on('data', (text: string) => void (errors = (errors + text).slice(0, MAX_ERRORS)));
  lines.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
    if (answers.length > MAX_ANSWERS) end('failed', 'the answer is too long');
  });
  for (const stream of [stdin, stdout, stderr, lines, filter]) stream?.on('error', () => undefined);
  if (command.filter) filter?.end(command.filter);
  stdin.write(`${JSON.stringify(request)}\n`);
  const input =
    from === undefined
      ? Promise.resolve(void stdin.end())
      : pipeline(from(), stdin).catch((error: unknown) => {
          // An agent that ends early closes its input; its answer holds the reason.
          if (!CLOSED.has(codeOf(error))) end('failed', String(error));
        });
  const output = receive(stdout, to?.(), maxOutput).catch((error: unknown) =>
    end(error instanceof TooMuch ? 'limit' : reasonOfWrite(error), String(error)),
  );

  try {
    await ended;
    if (child.stdin !== null && !stdin.destroyed) stdin.destroy();
    await Promise.all([input, output]);
  } finally {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', onAbort);
  }
  if (signal?.aborted) throw abortedError(signal);
  const given = answers.split('\n', request.questions.length + 1).slice(0, -1);
  return request.questions.map((_question, index): RawReply => {
    const line = given[index];
    if (why !== null && (line === undefined || to !== undefined || from !== undefined)) return { ok: false, ...why };
    return line === undefined ? { ok: false, reason: 'failed', detail: `no answer: ${errors}` } : parse(line);
  });
}

class TooMuch extends Error {}

const CLOSED: ReadonlySet<unknown> = new Set([
  'EPIPE',
  'ECONNRESET',
  'ECANCELED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
]);
const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const reasonOfWrite = (error: unknown): Reason =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT' ? 'full' : 'failed';

/** Forwards the agent's output with back-pressure; output that nobody reads ends the run. */
async function receive(stdout: Readable, to: Writable | undefined, maxOutput: number): Promise<void> {
  const counted = async function* (source: AsyncIterable<Buffer>) {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxOutput) throw new TooMuch(`more than ${maxOutput} bytes`);
      yield chunk;
    }
  };
  if (to !== undefined) return pipeline(stdout, counted, to);
  for await (const chunk of counted(stdout)) void chunk;
}

const parse = (line: string): RawReply =>
  parseJson(LINE, line, BOUNDS) ?? { ok: false, reason: 'failed', detail: 'the answer is not valid' };
