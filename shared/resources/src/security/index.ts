export * from './security.can.ts';
export * from './security.labels.ts';
export * from './security.mutations.ts';
export * from './security.queries.ts';
export * from './security.reads.ts';
