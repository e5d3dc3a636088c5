export * from './audit.labels.ts';
export * from './audit.mutations.ts';
export * from './audit.queries.ts';
export * from './audit.reads.ts';
