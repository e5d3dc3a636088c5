export * from './studio.draft.ts';
export * from './studio.labels.ts';
export * from './studio.mutations.ts';
export * from './studio.queries.ts';
