export * from './checked-label.ts';
export * from './health-filter.ts';
export * from './protect.mutations.ts';
export * from './uptime.ts';
export * from './workload.can.ts';
export * from './workload.paths.ts';
export * from './workload.ts';
