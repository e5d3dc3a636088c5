import type { WorkBoard } from '../../lib/running-work.ts';

/** Numbers at the beginning of the shared memory. */
export const BEAT = 0;
/** 1 while a debugger is attached, which may hold the loop for as long as a person likes. */
export const DEBUGGED = 1;
const NUMBERS = 2;

const SLOTS = 32;
/** Two bytes of length, then the JSON of the work. */
const SLOT_BYTES = 256;

/** Memory that the loop and the watchdog's thread share. */
export const newSharedState = (): SharedArrayBuffer => new SharedArrayBuffer(NUMBERS * 4 + SLOTS * SLOT_BYTES);

export const numbersOf = (state: SharedArrayBuffer): Int32Array => new Int32Array(state, 0, NUMBERS);

const slotOf = (state: SharedArrayBuffer, slot: number): Buffer =>
  Buffer.from(state, NUMBERS * 4 + slot * SLOT_BYTES, SLOT_BYTES);

/** Writes running work into the shared memory; work that finds no free slot is not shown. */
export function createBoard(state: SharedArrayBuffer): WorkBoard {
  const free = Array.from({ length: SLOTS }, (_none, slot) => slot);
  const slots = free.map((slot) => slotOf(state, slot));
  return {
    put(given, work) {
      const slot = given >= 0 ? given : (free.pop() ?? -1);
      const bytes = slots[slot];
      if (!bytes) return -1;
      const text = JSON.stringify(work);
      // Only whole JSON is readable; a name that is too long is not shown.
      const fits = Buffer.byteLength(text) <= SLOT_BYTES - 2;
      bytes.writeUInt16LE(fits ? bytes.write(text, 2) : 0);
      return slot;
    },
    clear(slot) {
      slots[slot]?.writeUInt16LE(0);
      free.push(slot);
    },
  };
}

/** The JSON of all shown work, as the other thread left it. */
export function readBoard(state: SharedArrayBuffer): string[] {
  return Array.from({ length: SLOTS }, (_none, slot) => {
    const bytes = slotOf(state, slot);
    return bytes.toString('utf8', 2, 2 + bytes.readUInt16LE());
  }).filter((text) => text !== '');
}
