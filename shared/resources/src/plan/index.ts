export * from './limit.labels.ts';
export * from './plan.labels.ts';
