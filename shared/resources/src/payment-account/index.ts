export * from './payment-account.labels.ts';
export * from './payment-account.mutations.ts';
export * from './payment-account.queries.ts';
export * from './payment-account.reads.ts';
