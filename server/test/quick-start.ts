/** Flags of node for what imports the server in a process of its own: it takes a third of the processor time. */
export const QUICK_START: readonly string[] = [
  '--import',
  new URL('../../scripts/lib/quick-resolution.mjs', import.meta.url).href,
];
