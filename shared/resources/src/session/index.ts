export * from './session.mutations.ts';
export * from './session.queries.ts';
