export * from './belongings.ts';
export * from './customer.can.ts';
export * from './customer.labels.ts';
export * from './customer.mutations.ts';
export * from './customer.queries.ts';
export * from './customer.reads.ts';
