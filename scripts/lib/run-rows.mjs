import { busyMs, processorMsOfChildren } from './processor-time.mjs';

/**
 * Runs rows of stages one after another, the stages of a row in parallel, and a list of stages in a row one after
 * another beside the rest. A stage that needs a failed build counts as one failure, so that it never looks green.
 * @param {(import('./test-runners.mjs').Stage | import('./test-runners.mjs').Stage[])[][]} rows
 * @param {{onRow?: (row: object[]) => void, onBegin?: (stage: object) => void, onLine?: (stage: object, line: string) => void, onEnd?: (stage: object, result: object) => void, onRowEnd?: (row: object[], spent: {ms: number, processorMs: number, busyMs: number}) => void}} watch
 * `processorMs`: of all processors, for the row's processes that have ended and were waited for; `busyMs`: of all
 * processors, for everything on this machine
 * @returns {Promise<(import('./test-runners.mjs').Result & {name: string, title: string, ms: number})[]>}
 */
export async function runRows(
  rows,
  { onRow = () => {}, onBegin = () => {}, onLine = () => {}, onEnd = () => {}, onRowEnd = () => {} } = {},
) {
  const results = [];
  for (const row of rows.filter((row) => row.flat().length > 0)) {
    const isBroken = results.some(({ name, failed }) => name === 'build' && failed > 0);
    const runOne = async (stage) => {
      const started = Date.now();
      onBegin(stage);
      const result =
        isBroken && stage.needsBuild
          ? { passed: 0, failed: 1, skipped: 0, note: 'not run: the build failed' }
          : await stage
              .run((line) => onLine(stage, line))
              .catch((error) => ({ passed: 0, failed: 1, skipped: 0, output: error.stack ?? String(error) }));
      const timed = { ...result, name: stage.name, title: stage.title, ms: Date.now() - started };
      onEnd(stage, timed);
      return timed;
    };
    const runLane = async (lane) => {
      const ended = [];
      for (const stage of [lane].flat()) ended.push(await runOne(stage));
      return ended;
    };
    onRow(row.flat());
    const [began, used, busy] = [Date.now(), processorMsOfChildren(), busyMs()];
    results.push(...(await Promise.all(row.map(runLane))).flat());
    onRowEnd(row.flat(), {
      ms: Date.now() - began,
      processorMs: processorMsOfChildren() - used,
      busyMs: busyMs() - busy,
    });
  }
  return results;
}
