export * from './bin-address.ts';
export * from './bin.can.ts';
export * from './bin.labels.ts';
export * from './bin.mutations.ts';
export * from './bin.queries.ts';
export * from './bin.reads.ts';
export type * from './binned.ts';
