export * from './cdn-address.ts';
export * from './cdn.labels.ts';
export * from './cdn.mutations.ts';
export * from './cdn.queries.ts';
export * from './cdn.reads.ts';
