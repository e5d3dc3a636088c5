export * from './access.ts';
export * from './call.ts';
export * from './contract.ts';
export * from './errors.ts';
export * from './login-errors.ts';
export * from './schemas/index.ts';
export * from './sections.ts';
export * from './wire.ts';
