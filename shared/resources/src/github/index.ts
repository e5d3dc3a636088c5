export * from './github.mutations.ts';
export * from './github.queries.ts';
