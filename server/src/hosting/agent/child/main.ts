/**
 * The site agent: answers questions about one site's folder from inside of that site's sandbox, then ends. The request is
 * the first line of standard input; each answer is a line on descriptor 3; archives are standard output.
 */
import { readSync, writeSync } from 'node:fs';
import type { AnswerLine, Request } from '../protocol.ts';
import { OPERATIONS } from './operations.ts';
import { reasonOf, Refused } from './refused.ts';
import { openFolder } from './site-files.ts';

const ANSWERS = 3;
const MAX_REQUEST = 1024 * 1024;

/** Reads up to the first line break; the rest belongs to the operation. */
function readRequest(): { request: Request; rest: Buffer } {
  let read = Buffer.alloc(0);
  const chunk = Buffer.alloc(65_536);
  for (;;) {
    const end = read.indexOf(10);
    if (end >= 0)
      return { request: JSON.parse(read.subarray(0, end).toString('utf8')) as Request, rest: read.subarray(end + 1) };
    const size = readSync(0, chunk, 0, chunk.length, null);
    if (size === 0 || read.length > MAX_REQUEST) throw new Error('no request');
    read = Buffer.concat([read, chunk.subarray(0, size)]);
  }
}

async function answer(
  { live, work, relay }: Request,
  rest: Buffer,
  { operation, input }: Request['questions'][number],
): Promise<AnswerLine> {
  try {
    const root = openFolder(live);
    if (root === null) throw new Refused('unreadable', 'the folder of the site cannot be opened');
    return {
      ok: true,
      value: await OPERATIONS[operation](root, input as never, {
        work: work === null ? null : openFolder(work),
        workPath: work ?? '',
        rest,
        relay,
      }),
    };
  } catch (error) {
    return {
      ok: false,
      reason: reasonOf(error),
      detail: (error instanceof Error ? error.message : String(error)).slice(0, 300),
    };
  }
}

const { request, rest } = readRequest();
for (const question of request.questions)
  writeSync(ANSWERS, `${JSON.stringify(await answer(request, rest, question))}\n`);
