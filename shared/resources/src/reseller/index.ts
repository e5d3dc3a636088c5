export * from './reseller.can.ts';
export * from './reseller.labels.ts';
export * from './reseller.mutations.ts';
export * from './reseller.queries.ts';
export * from './reseller.reads.ts';
