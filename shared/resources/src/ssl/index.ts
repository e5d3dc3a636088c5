export * from './ssl-address.ts';
export * from './ssl.labels.ts';
export * from './ssl.mutations.ts';
export * from './ssl.queries.ts';
export * from './ssl.reads.ts';
