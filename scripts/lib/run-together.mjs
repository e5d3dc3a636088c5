import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { declarationsOf } from './declared-tests.mjs';

const DECLARED = new URL('declared-tests.mjs', import.meta.url).href;

/**
 * Runs test files one after another in this process: importing the server takes longer than many of them run. Each is a
 * suite of its own, called like the file, so that its hooks are not those of the others, and its time limit is its own.
 */
export async function runTogether(files, timeout) {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      specifier === 'node:test' && context.parentURL !== DECLARED
        ? { url: DECLARED, format: 'module', shortCircuit: true }
        : nextResolve(specifier, context),
  });
  const suites = [];
  // The runner starts with the first suite: nothing is imported while tests run.
  for (const file of files) suites.push([file, await declarationsOf(pathToFileURL(resolve(file)).href)]);
  for (const [file, declare] of suites) describe(file, { timeout }, declare);
}
