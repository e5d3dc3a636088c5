/**
 * @typedef {{passed: number, failed: number, skipped: number, output?: string, note?: string}} Result
 * @typedef {{name: string, title: string, cost: number, after?: string[], optional?: boolean, run: () => Promise<Result>}} Stage
 */

/** A stage that could not run because of another counts as one failure, so that it never looks green. */
const notRun = (of) => ({ passed: 0, failed: 1, skipped: 0, note: `not run: ${of} failed` });

/**
 * Runs stages in their order, several at once as far as `capacity` (processor cores) reaches. A stage waits for those
 * named in `after`, and is not run when one of them has failed.
 * @param {readonly Stage[]} stages
 * @param {number} capacity
 * @param {{onStart?: (stage: Stage) => void, onEnd?: (stage: Stage, result: Result, ms: number) => void}} watch
 * @returns {Promise<Map<string, Result & {ms: number}>>}
 */
export async function runStages(stages, capacity, { onStart = () => {}, onEnd = () => {} } = {}) {
  const results = new Map();
  const waiting = [...stages];
  const busy = new Map();
  const names = new Set(stages.map(({ name }) => name));
  const finish = (stage, result, ms) => {
    results.set(stage.name, { ...result, ms });
    onEnd(stage, result, ms);
  };
  const free = () => capacity - [...busy.keys()].reduce((sum, stage) => sum + Math.min(stage.cost, capacity), 0);

  while (waiting.length > 0 || busy.size > 0) {
    for (const stage of [...waiting]) {
      const needs = (stage.after ?? []).filter((name) => names.has(name));
      const broken = needs.find((name) => (results.get(name)?.failed ?? 0) > 0);
      if (broken) {
        waiting.splice(waiting.indexOf(stage), 1);
        finish(stage, notRun(broken), 0);
        continue;
      }
      if (needs.some((name) => !results.has(name)) || Math.min(stage.cost, capacity) > free()) continue;
      waiting.splice(waiting.indexOf(stage), 1);
      onStart(stage);
      const started = Date.now();
      const work = stage
        .run()
        .catch((error) => ({ passed: 0, failed: 1, skipped: 0, output: error.stack ?? String(error) }));
      busy.set(
        stage,
        work.then((result) => {
          busy.delete(stage);
          finish(stage, result, Date.now() - started);
        }),
      );
    }
    if (busy.size > 0) await Promise.race(busy.values());
  }
  return results;
}
