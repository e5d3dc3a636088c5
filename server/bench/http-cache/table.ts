import type suitesOfAll from 'http-cache-tests/tests/index.mjs';

type Suites = typeof suitesOfAll;
type Test = Suites[number]['tests'][number];
export type Results = Readonly<Record<string, boolean | [kind: string, message: string]>>;
export type Kind = 'required' | 'optional' | 'behaviour';
export type Outcome = 'passed' | 'failed' | 'not applicable';

const KINDS: Record<NonNullable<Test['kind']>, Kind> = {
  required: 'required',
  optimal: 'optional',
  check: 'behaviour',
};
export const kindOf = ({ kind = 'required' }: Test): Kind => KINDS[kind];

/** As the suite's own page counts: not applicable where a test's preparation failed, or one that it depends on. */
export function outcomeOf(tests: ReadonlyMap<string, Test>, test: Test, results: Results): Outcome {
  const result = results[test.id];
  const isMet = (id: string) => {
    const other = tests.get(id);
    return other !== undefined && outcomeOf(tests, other, results) === 'passed';
  };
  if (result === undefined || !(test.depends_on ?? []).every(isMet)) return 'not applicable';
  if (result === true) return 'passed';
  return Array.isArray(result) && result[0] === 'Setup' ? 'not applicable' : 'failed';
}

/** How many tests of each kind have which outcome. */
export function countsOf(suites: Suites, results: Results): Record<Kind, Record<Outcome, number>> {
  const none = () => ({ passed: 0, failed: 0, 'not applicable': 0 });
  const counts = { required: none(), optional: none(), behaviour: none() };
  const all = suites.flatMap(({ tests }) => tests).filter((test) => test.browser_only !== true);
  const byId = new Map(all.map((test) => [test.id, test]));
  for (const test of all) counts[kindOf(test)][outcomeOf(byId, test, results)] += 1;
  return counts;
}
