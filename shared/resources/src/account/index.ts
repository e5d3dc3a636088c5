export * from './account.mutations.ts';
export * from './account.queries.ts';
export * from './account.reads.ts';
