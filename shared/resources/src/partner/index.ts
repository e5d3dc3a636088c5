export * from './partner.mutations.ts';
export * from './partner.queries.ts';
