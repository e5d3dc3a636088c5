export * from './submission.mutations.ts';
export * from './submission.queries.ts';
export * from './submission.reads.ts';
export * from './submission.snippet.ts';
