export * from './fleet.labels.ts';
export * from './fleet.mutations.ts';
export * from './fleet.queries.ts';
export * from './fleet.reads.ts';
