export * from './app-workload.ts';
export * from './app.can.ts';
export * from './app.labels.ts';
export * from './app.mutations.ts';
export * from './app.paths.ts';
export * from './app.queries.ts';
export * from './app.reads.ts';
export * from './push.labels.ts';
