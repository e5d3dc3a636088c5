export { compareVersions } from '@panel/contract/compare-versions';
export * from './extension.can.ts';
export * from './extension.labels.ts';
export * from './extension.mutations.ts';
export * from './extension.queries.ts';
export * from './extension.reads.ts';
