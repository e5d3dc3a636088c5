export * from './device.labels.ts';
export * from './device.mutations.ts';
export * from './device.queries.ts';
export * from './device.reads.ts';
