export * from './content.labels.ts';
export * from './merge.ts';
export * from './staging-address.ts';
export * from './staging.can.ts';
export * from './staging.labels.ts';
export * from './staging.mutations.ts';
export * from './staging.queries.ts';
export * from './staging.reads.ts';
