export * from './installation-backup.labels.ts';
export * from './installation-backup.mutations.ts';
export * from './installation-backup.queries.ts';
export * from './installation-backup.reads.ts';
export * from './installation-backup.can.ts';
