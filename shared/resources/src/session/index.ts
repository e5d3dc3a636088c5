export * from './session.mutations.ts';
