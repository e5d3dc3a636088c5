export * from './migration-address.ts';
export * from './migration.can.ts';
export * from './migration.labels.ts';
export * from './migration.mutations.ts';
export * from './migration.queries.ts';
export * from './migration.reads.ts';
