import { StringDecoder } from 'node:string_decoder';

/** The longest line of a log, in characters; the rest of it is left out. */
export const LONGEST_LINE = 8 * 1024;
const SHORTEST_SECRET = 6;
const MASK = '••••••';
/** Control characters, but for tabs and the sequences of colors. */
const COLOR = /\x1b\[[\d;]{0,30}m/g;
const OTHER_SEQUENCES = /\x1b(?:\[[0-?]{0,30}[ -/]{0,5}[@-~]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\)|[@-Z\\-_])/g;
// eslint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f]/g;

export type LineLimits = { headBytes: number; tailBytes: number; secrets: readonly string[] };
export type LeftOut = { lines: number; bytes: number };
type To = { line(text: string): void; leftOut(what: LeftOut): void };

/** The parts of values that must not be seen, the longest first: a part of one may be another. */
export const maskedParts = (values: readonly string[]): string[] =>
  [...new Set(values.flatMap((value) => [value, ...value.split(/\r?\n/)]))]
    .filter((part) => part.trim().length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);

const mask = (line: string, secrets: readonly string[]): string => {
  let text = line;
  for (const secret of secrets) if (text.includes(secret)) text = text.replaceAll(secret, MASK);
  return text;
};

const shown = (line: string): string => {
  const colors: string[] = [];
  const kept = line.replace(COLOR, (color) => `\u{f0000}${colors.push(color) - 1}\u{f0001}`);
  const text = kept.replace(OTHER_SEQUENCES, '').replace(CONTROL, '');
  return text.replace(/\u{f0000}(\d+)\u{f0001}/gu, (_all, index: string) => colors[Number(index)] ?? '').toWellFormed();
};

/**
 * Turns what a command writes into lines: the first `headBytes` at once, the last `tailBytes` at its end, what is between is
 * counted. It keeps `tailBytes` and one line at most, however much is written.
 */
export function createLineLimiter({ headBytes, tailBytes, secrets: values }: LineLimits, to: To) {
  const secrets = maskedParts(values);
  /** A secret that begins before the end of the longest line is seen as a whole. */
  const longest = LONGEST_LINE + Math.max(0, ...secrets.map((secret) => secret.length));
  let head = headBytes;
  const tail: { text: string; bytes: number }[] = [];
  let first = 0;
  let tailSize = 0;
  const leftOut: LeftOut = { lines: 0, bytes: 0 };
  let open = '';
  let dropped = 0;

  const emit = (): void => {
    const cut = mask(open, secrets);
    const rest = dropped + Math.max(0, cut.length - LONGEST_LINE);
    const text = shown(cut.slice(0, LONGEST_LINE)) + (rest > 0 ? ` … ${rest} more characters` : '');
    [open, dropped] = ['', 0];
    const bytes = Buffer.byteLength(text) + 1;
    if (head >= bytes && tail.length === first) {
      head -= bytes;
      return to.line(text);
    }
    head = 0;
    tail.push({ text, bytes });
    tailSize += bytes;
    while (tailSize > tailBytes && first < tail.length - 1) {
      const oldest = tail[first];
      tailSize -= oldest?.bytes ?? 0;
      leftOut.lines += 1;
      leftOut.bytes += oldest?.bytes ?? 0;
      tail[first++] = { text: '', bytes: 0 };
    }
    if (first > 1000) (tail.splice(0, first), (first = 0));
  };

  /** Each stream of a command has its own decoder; their lines are mixed as they come. */
  const add = (text: string): void => {
    let begin = 0;
    while (begin < text.length) {
      const end = text.indexOf('\n', begin);
      const until = end < 0 ? text.length : end;
      const room = longest - open.length;
      open += text.slice(begin, Math.min(until, begin + room));
      dropped += Math.max(0, until - begin - room);
      if (end < 0) return;
      if (open.endsWith('\r')) open = open.slice(0, -1);
      // A progress bar writes over its line.
      open = open.slice(open.lastIndexOf('\r') + 1);
      emit();
      begin = end + 1;
    }
  };
  return {
    stream() {
      const decoder = new StringDecoder('utf8');
      return (chunk: Buffer) => add(decoder.write(chunk));
    },
    end(): void {
      if (open !== '' || dropped > 0) emit();
      if (leftOut.lines > 0) to.leftOut(leftOut);
      for (const { text } of tail.slice(first)) to.line(text);
    },
  };
}
