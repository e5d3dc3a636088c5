export * from './impersonation.can.ts';
export * from './impersonation.mutations.ts';
