export * from './site-access.labels.ts';
export * from './site-access.mutations.ts';
export * from './site-access.queries.ts';
