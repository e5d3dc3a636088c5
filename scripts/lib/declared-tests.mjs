import * as runner from 'node:test';

/**
 * In place of `node:test` for files that run together: what a file declares while it is imported is kept for its suite.
 * Later calls, such as those in a suite, are the runner's own.
 */
let declared = null;

const kept =
  (name) =>
  (...given) =>
    declared ? void declared.push({ name, given }) : runner[name](...given);

export const test = kept('test');
export const describe = kept('describe');
export const before = kept('before');
export const after = kept('after');
export const beforeEach = kept('beforeEach');
export const afterEach = kept('afterEach');
export default test;

/** Imports a file. Returns a function that declares its tests and hooks where it is called. */
export async function declarationsOf(url) {
  const own = [];
  declared = own;
  try {
    await import(url);
  } catch (error) {
    own.push({ name: 'test', given: ['the file can be imported', () => Promise.reject(error)] });
  } finally {
    declared = null;
  }
  if (!own.some(({ name }) => name === 'test' || name === 'describe'))
    own.push({ name: 'test', given: ['the file has a test', () => Promise.reject(new Error('It has none.'))] });
  return () => {
    for (const { name, given } of own) runner[name](...given);
  };
}
