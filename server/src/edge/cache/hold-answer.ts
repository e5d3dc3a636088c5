import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { forgetCapture } from './capture-answer.ts';

export type Held = { status: number; headers: OutgoingHttpHeaders };

/** The methods of a response that write, so that another one can be written in its place. */
export type Writers = Pick<ServerResponse, 'writeHead' | 'write' | 'end'>;
export const writersOf = ({ writeHead, write, end }: ServerResponse): Writers => ({ writeHead, write, end });

/**
 * Holds an answer back whose status is chosen, with its body, instead of sending it. Once it has ended, `answer` gets it, and the
 * response is as it was before.
 * @param writers of the response, before its answer was copied into the cache
 */
export function holdAnswer(
  res: ServerResponse,
  writers: Writers,
  isHeld: (status: number) => boolean,
  answer: (held: Held) => void,
): void {
  const before = res.getHeaders();
  const { writeHead, write, end } = writersOf(res);
  let held: Held | null = null;
  let isChosen = false;
  /** Whether this answer is held, decided when its status comes. */
  const choose = (status: number, given: OutgoingHttpHeaders = {}): void => {
    if (isChosen) return;
    isChosen = true;
    if (isHeld(status)) held = { status, headers: { ...res.getHeaders(), ...lowerCase(given) } };
  };
  res.writeHead = (status: number, ...rest: unknown[]) => {
    choose(
      status,
      rest.find((part) => typeof part === 'object' && part !== null && !Array.isArray(part)) as
        | OutgoingHttpHeaders
        | undefined,
    );
    return held === null ? (Reflect.apply(writeHead, res, [status, ...rest]) as ServerResponse) : res;
  };
  res.write = ((...chunk: unknown[]) => {
    choose(res.statusCode);
    return held === null ? (Reflect.apply(write, res, chunk) as boolean) : true;
  }) as typeof res.write;
  res.end = ((...chunk: unknown[]) => {
    choose(res.statusCode);
    if (held === null) return Reflect.apply(end, res, chunk) as ServerResponse;
    forgetCapture(res);
    Object.assign(res, writers);
    for (const name of res.getHeaderNames()) res.removeHeader(name);
    for (const [name, value] of Object.entries(before)) if (value !== undefined) res.setHeader(name, value);
    res.statusCode = 200;
    answer(held);
    return res;
  }) as typeof res.end;
}

const lowerCase = (headers: OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
