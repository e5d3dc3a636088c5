import os from 'node:os';

const MB = 2 ** 20;
/** Memory of a typical active WordPress site in MB, and the maximum number of sites. */
const TYPICAL = { native: { siteMb: 120, most: 20 }, wasm: { siteMb: 320, most: 4 } } as const;

/**
 * How many sites can run at the same time: as many as fit into half of the memory (of the machine or the container),
 * because each may take more than is typical, and at most 20 on native PHP or 4 on php-wasm.
 */
export function runningLimit(kind: 'native' | 'wasm', memoryBytes: number = memoryOfThisMachine()): number {
  const { siteMb, most } = TYPICAL[kind];
  return Math.max(1, Math.min(most, Math.floor(memoryBytes / 2 / (siteMb * MB))));
}

function memoryOfThisMachine(): number {
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, os.totalmem()) : os.totalmem();
}
