export * from './coupon.labels.ts';
export * from './coupon.mutations.ts';
export * from './coupon.queries.ts';
export * from './coupon.reads.ts';
