export * from './bulk.labels.ts';
export * from './bulk.mutations.ts';
export * from './bulk.queries.ts';
