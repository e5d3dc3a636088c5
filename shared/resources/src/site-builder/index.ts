export * from './builder-address.ts';
export * from './site-builder.can.ts';
export * from './site-builder.mutations.ts';
export * from './site-builder.queries.ts';
