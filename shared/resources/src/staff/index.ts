export * from './staff.can.ts';
export * from './staff.mutations.ts';
export * from './staff.queries.ts';
export * from './staff.reads.ts';
