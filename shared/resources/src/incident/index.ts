export * from './incident.labels.ts';
export * from './incident.mutations.ts';
export * from './incident.queries.ts';
export * from './incident.reads.ts';
