export * from './machine.labels.ts';
export * from './machine.mutations.ts';
export * from './machine.queries.ts';
export * from './machine.reads.ts';
export * from './machine.can.ts';
