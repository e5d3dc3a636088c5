export * from './release.mutations.ts';
export * from './release.queries.ts';
