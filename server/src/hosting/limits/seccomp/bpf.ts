/** One instruction of classic BPF, `struct sock_filter` of linux/filter.h. */
export type Instruction = { code: number; jt: number; jf: number; k: number };

const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

/** Offsets in `struct seccomp_data` (seccomp(2)); arguments are 64 bits wide, the lower half first. */
export const NUMBER_AT = 0;
export const ARCHITECTURE_AT = 4;
export const argumentAt = (index: number): number => 16 + 8 * index;

/** A filter's verdicts (seccomp(2)). */
export const ALLOW = 0x7fff0000;
export const KILL_PROCESS = 0x80000000;
export const fail = (errno: number): number => 0x00050000 | errno;

export const load = (at: number): Instruction => ({ code: LOAD_WORD, jt: 0, jf: 0, k: at });
export const answer = (action: number): Instruction => ({ code: RETURN, jt: 0, jf: 0, k: action });

type Test = 'equals' | 'atLeast' | 'anyBit';
const CODES: Record<Test, number> = { equals: JUMP_EQUAL, atLeast: JUMP_AT_LEAST, anyBit: JUMP_ANY_BIT };

/** Runs `then` when the loaded word passes the test, and skips it otherwise. */
export function when(test: Test, value: number, then: Instruction[]): Instruction[] {
  if (then.length > 255) throw new Error('A jump of BPF reaches 255 instructions at most.');
  return [{ code: CODES[test], jt: 0, jf: then.length, k: value }, ...then];
}

/** Skips the next `count` instructions when the loaded word is the value. */
export const skipIfEqual = (value: number, count: number): Instruction => ({
  code: JUMP_EQUAL,
  jt: count,
  jf: 0,
  k: value,
});

/** The bytes that bubblewrap's `--seccomp` reads, for processors that store the lower byte first. */
export function encode(program: Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, { code, jt, jf, k }] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(jt, index * 8 + 2);
    bytes.writeUInt8(jf, index * 8 + 3);
    bytes.writeUInt32LE(k >>> 0, index * 8 + 4);
  }
  return bytes;
}
