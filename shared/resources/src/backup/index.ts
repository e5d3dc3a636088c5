export * from './backup-address.ts';
export * from './backup.can.ts';
export * from './backup.labels.ts';
export * from './backup.mutations.ts';
export * from './backup.queries.ts';
export * from './backup.reads.ts';
