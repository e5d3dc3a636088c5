export * from './notification.can.ts';
export * from './notification.labels.ts';
export * from './notification.mutations.ts';
export * from './notification.queries.ts';
export * from './notification.reads.ts';
