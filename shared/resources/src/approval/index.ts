export * from './approval.can.ts';
export * from './approval.labels.ts';
export * from './approval.mutations.ts';
export * from './approval.queries.ts';
export * from './approval.reads.ts';
