export * from './user.mutations.ts';
export * from './user.queries.ts';
