export * from './dns-provider.labels.ts';
export * from './domain-address.ts';
export * from './domain.can.ts';
export * from './domain.labels.ts';
export * from './domain.mutations.ts';
export * from './domain.queries.ts';
export * from './domain.reads.ts';
export * from './domain.stages.ts';
