export * from './release-uses.labels.ts';
export * from './release-verdict.labels.ts';
export * from './release.can.ts';
export * from './release.labels.ts';
export * from './release.mutations.ts';
export * from './release.queries.ts';
export * from './release.reads.ts';
export * from './rollout-policy.ts';
