export * from './api-token.can.ts';
export * from './api-token.labels.ts';
export * from './api-token.mutations.ts';
export * from './api-token.queries.ts';
export * from './api-token.reads.ts';
