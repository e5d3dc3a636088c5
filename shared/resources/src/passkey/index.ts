export * from './passkey.browser.ts';
export * from './passkey.mutations.ts';
export * from './passkey.queries.ts';
