import { totalmem } from 'node:os';

/** Bytes of memory of this machine, or of its container where that has less. */
export function machineMemory() {
  const container = process.constrainedMemory();
  return container > 0 ? Math.min(container, totalmem()) : totalmem();
}
