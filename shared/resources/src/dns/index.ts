export * from './dns-address.ts';
export * from './dns.labels.ts';
export * from './dns.mutations.ts';
export * from './dns.queries.ts';
export * from './dns.reads.ts';
export * from './record-form.ts';
