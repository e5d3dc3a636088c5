export * from './app.labels.ts';
export * from './app.queries.ts';
export * from './app.reads.ts';
