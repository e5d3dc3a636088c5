export * from './user.mutations.ts';
export * from './user.queries.ts';
export * from './user.reads.ts';
