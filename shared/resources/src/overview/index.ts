export * from './overview.labels.ts';
export * from './overview.queries.ts';
export * from './overview.reads.ts';
