export * from './announcement.labels.ts';
export * from './announcement.mutations.ts';
export * from './announcement.queries.ts';
export * from './announcement.reads.ts';
