export * from './site-tool.can.ts';
export * from './site-tool.labels.ts';
export * from './site-tool.mutations.ts';
export * from './site-tool.queries.ts';
