import { allStages, stageOf } from './stages.mjs';

/** More files than these have failed for a reason that they share, which is not chance. */
const MAX_FILES = 5;

const fileOf = (failure) => failure.split(': ')[0];

/** The test files that have failed, or null where more is wrong than single tests. */
export function failedFiles(results) {
  const failed = results.filter(({ failed }) => failed > 0);
  // A stage with a note was ended, or is a check that names no test.
  if (failed.some(({ note, failures = [], failed: count }) => note || failures.length !== count)) return null;
  const files = new Set(failed.flatMap(({ failures }) => failures.map(fileOf)));
  return files.size > 0 && files.size <= MAX_FILES ? [...files] : null;
}

/**
 * Runs the files of failed tests a second time, on a machine that does nothing else: of thousands of tests on two busy
 * processors one fails by chance every few runs. What passes then is no failure, but keeps its name in `unstable`; what
 * fails again, or a file whose other tests fail now, is a failure.
 * @param {(import('./test-runners.mjs').Result & {name: string})[]} results
 * @param {{stagesFor?: typeof allStages, onBegin?: (files: string[]) => void, onLine?: (line: string) => void}} options
 * @returns {Promise<(import('./test-runners.mjs').Result & {name: string, unstable?: string[]})[]>}
 */
export async function runAgain(
  results,
  { stagesFor = allStages, onBegin = () => undefined, onLine = () => undefined } = {},
) {
  const files = failedFiles(results);
  if (!files) return results;
  onBegin(files);
  const ended = [];
  for (const result of results) {
    if (result.failed === 0) {
      ended.push(result);
      continue;
    }
    const own = [...new Set(result.failures.map(fileOf))];
    const again = stagesFor(new Map([[stageOf(own[0]), own]]))
      .flat(2)
      .find(({ name }) => name === result.name);
    const second = await again.run(onLine).catch((error) => ({ passed: 0, failed: 1, output: error.stack }));
    ended.push(
      second.failed === 0 && second.passed > 0
        ? { ...result, passed: result.passed + result.failed, failed: 0, failures: [], unstable: result.failures }
        : { ...result, reasons: { ...result.reasons, ...second.reasons } },
    );
  }
  return ended;
}
