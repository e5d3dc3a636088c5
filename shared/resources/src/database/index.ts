export * from './database.queries.ts';
export * from './database.reads.ts';
