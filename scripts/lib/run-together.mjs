import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { declarationsOf } from './declared-tests.mjs';

const DECLARED = new URL('declared-tests.mjs', import.meta.url).href;

/** Ends this process, as failed, when `limit` was not called again in time: a runner that waits for it prints nothing. */
function createLimit() {
  let timer;
  return (ms, what) => {
    clearTimeout(timer);
    const end = () => {
      console.error(`${what} Open are: ${process.getActiveResourcesInfo().join(', ')}`);
      process.exit(1);
    };
    // Without anything that is open the process ends by itself.
    timer = setTimeout(end, ms).unref();
  };
}

/**
 * Runs test files one after another in this process: importing the server takes longer than many of them run. Each is a
 * suite of its own, called like the file, so that its hooks are not those of the others, and its time limit is its own.
 * The runner gives hooks no limit, and waits for what is open after the last one: both may take `hooksMs`.
 */
export async function runTogether(files, { testMs, hooksMs }) {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      specifier === 'node:test' && context.parentURL !== DECLARED
        ? { url: DECLARED, format: 'module', shortCircuit: true }
        : nextResolve(specifier, context),
  });
  const limit = createLimit();
  const suites = [];
  // The runner starts with the first suite: nothing is imported while tests run.
  for (const file of files) suites.push([file, await declarationsOf(pathToFileURL(resolve(file)).href)]);
  after(() => limit(hooksMs, `${files.join(', ')} are over, but something that they opened is not closed.`));
  for (const [file, declare] of suites)
    describe(file, { timeout: testMs }, () => {
      before(() => limit(testMs + hooksMs, `${file} did not end: a hook of it hangs.`));
      declare();
    });
}
