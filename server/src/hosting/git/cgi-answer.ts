import { Readable } from 'node:stream';

const HEAD_MAX = 8192;
const END = Buffer.from('\r\n\r\n');
const TYPE = /^content-type: (application\/x-git-(?:upload|receive)-pack-(?:advertisement|result))$/im;
const STATUS = /^status: (\d{3})/im;

export type CgiAnswer = { status: number; contentType: string; body: Readable };

/** The head of what `git http-backend` writes, and the rest as a stream. Null when there is no head. */
export async function readCgi(output: Readable): Promise<CgiAnswer | null> {
  const chunks = output[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head: Buffer = Buffer.alloc(0);
  let at = -1;
  while (at < 0 && head.length < HEAD_MAX) {
    const { value, done } = await chunks.next();
    if (done) return null;
    head = Buffer.concat([head, value]);
    at = head.indexOf(END);
  }
  if (at < 0) return null;
  const text = head.subarray(0, at).toString('latin1');
  const first = head.subarray(at + END.length);
  const rest = async function* () {
    if (first.length > 0) yield first;
    for (;;) {
      const { value, done } = await chunks.next();
      if (done) return;
      yield value;
    }
  };
  return {
    status: Number(STATUS.exec(text)?.[1] ?? 200),
    contentType: TYPE.exec(text)?.[1] ?? 'text/plain; charset=utf-8',
    body: Readable.from(rest()),
  };
}
