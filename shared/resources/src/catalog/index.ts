export * from './catalog.currencies.ts';
export * from './catalog.mutations.ts';
export * from './catalog.names.ts';
export * from './catalog.queries.ts';
export * from './catalog.reads.ts';
