export * from './partner-version.labels.ts';
export * from './partner.mutations.ts';
export * from './partner.queries.ts';
export * from './partner.reads.ts';
export * from './section.labels.ts';
