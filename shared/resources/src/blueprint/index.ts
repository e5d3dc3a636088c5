export * from './blueprint-address.ts';
export * from './blueprint.can.ts';
export * from './blueprint.labels.ts';
export * from './blueprint.mutations.ts';
export * from './blueprint.queries.ts';
export * from './blueprint.reads.ts';
