export * from './file.labels.ts';
export * from './file.mutations.ts';
export * from './file.queries.ts';
