export * from './member.can.ts';
export * from './member.labels.ts';
export * from './member.mutations.ts';
export * from './member.queries.ts';
export * from './member.reads.ts';
