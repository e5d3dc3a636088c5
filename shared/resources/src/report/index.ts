export * from './report.labels.ts';
export * from './report.mutations.ts';
export * from './report.queries.ts';
export * from './report.reads.ts';
