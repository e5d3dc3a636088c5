export * from './license-address.ts';
export * from './license.can.ts';
export * from './license.labels.ts';
export * from './license.mutations.ts';
export * from './license.queries.ts';
export * from './license.reads.ts';
