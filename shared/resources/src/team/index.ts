export * from './team.can.ts';
export * from './team.labels.ts';
export * from './team.mutations.ts';
export * from './team.queries.ts';
export * from './team.reads.ts';
