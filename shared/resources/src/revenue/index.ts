export * from './revenue.labels.ts';
export * from './revenue.queries.ts';
export * from './revenue.reads.ts';
