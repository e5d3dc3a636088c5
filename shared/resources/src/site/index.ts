export * from './site-address.ts';
export * from './site-groups.queries.ts';
export * from './site-status-filter.ts';
export * from './site.can.ts';
export * from './site.labels.ts';
export * from './site.mutations.ts';
export * from './site.queries.ts';
export * from './site.reads.ts';
