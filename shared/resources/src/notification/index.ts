export * from './notification.can.ts';
export * from './notification.mutations.ts';
export * from './notification.queries.ts';
