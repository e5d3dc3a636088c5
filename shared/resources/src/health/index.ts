export * from './health.labels.ts';
export * from './health.mutations.ts';
export * from './health.queries.ts';
export * from './health.reads.ts';
