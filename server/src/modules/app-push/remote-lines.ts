const FLUSH = '0000';
/** A packet begins with four digits of its length, and with the number of its band. */
const BAND_AT = 4;
const PROGRESS = 2;
const LONGEST = 900;

const packet = (text: string): Buffer => {
  const content = Buffer.from(`${text.slice(0, LONGEST)}\n`);
  const head = Buffer.from((content.length + BAND_AT + 1).toString(16).padStart(4, '0'));
  return Buffer.concat([head, Buffer.from([PROGRESS]), content]);
};

/**
 * The answer to a push with lines at its end, which the client shows after `remote:`. Nothing of the answer is parsed but its first
 * five bytes and its last four.
 * @param lines asked for once the push has ended, also when the client has gone
 */
export async function* withRemoteLines(
  answer: AsyncIterable<Buffer>,
  lines: () => Promise<readonly string[]>,
): AsyncGenerator<Buffer> {
  let first: Buffer = Buffer.alloc(0);
  let held: Buffer = Buffer.alloc(0);
  let asked: Promise<readonly string[]> | null = null;
  try {
    for await (const chunk of answer) {
      if (first.length <= BAND_AT) first = Buffer.concat([first, chunk]).subarray(0, BAND_AT + 1);
      const all = Buffer.concat([held, chunk]);
      held = all.subarray(Math.max(0, all.length - FLUSH.length));
      if (all.length > held.length) yield all.subarray(0, all.length - held.length);
    }
    asked = lines();
    const told = await asked;
    const hasBands = first[BAND_AT] === 1 || first[BAND_AT] === PROGRESS;
    if (hasBands && held.toString('latin1') === FLUSH) for (const line of told) yield packet(line);
    yield held;
  } finally {
    if (asked === null) await lines();
  }
}
