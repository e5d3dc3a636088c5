export * from './login-provider.can.ts';
export * from './login-provider.mutations.ts';
export * from './login-provider.queries.ts';
export * from './login-provider.reads.ts';
