export * from './view.mutations.ts';
export * from './view.queries.ts';
export * from './view.reads.ts';
export * from './view.state.ts';
