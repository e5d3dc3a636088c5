import type { Channel, Running } from '@panel/core';
import { AT, channelWith, held, runningWith } from './release.fixtures.ts';
import type { ReleaseOverview } from './release.queries.ts';
import { isProblem, judge } from './release-verdict.labels.ts';

const LATER = '2026-11-21T04:00:00.000Z';
const STATS = { loads: 100, loadMsMedian: 80, loadMsP75: 120, errors: 0, reasons: {} };
const row = (change: Partial<Running> = {}) => runningWith({ version: 'one', stats: STATS, ...change });
const failing = (errors: number, loads = 100) => ({ ...STATS, loads, errors, reasons: { P208: errors } });
const told = (running: Running[], blocked: Channel['blocked'] = []) =>
  judge({ packages: ['mf-sites'], channels: [channelWith({ blocked })], running } satisfies ReleaseOverview, running);
const first = (running: Running, blocked: Channel['blocked'] = []) => told([running], blocked)[0]?.verdict;

test('a fallback shows what is not served, and why', () => {
  expect(first(row({ by: 'fallback' }), held('two'))?.detail).toBe('two is held back: by hand');
  expect(first(row({ by: 'fallback' }))?.detail).toBe('two in the storage isn’t what was published.');
});

test('a refused release shows its number and since when; a canary alone does not change the row', () => {
  const refused = [{ version: 'two', error: 'P104' as const, since: LATER }];
  expect(told([row({ by: 'fallback', refused })])[0]).toMatchObject({
    since: LATER,
    changedBy: 'the storage',
    verdict: { label: 'Fallback', detail: null, weight: 3 },
  });
  expect(told([row({ version: 'two', refused })])[0]).toMatchObject({
    verdict: { label: 'Not served', tone: 'danger', weight: 4 },
  });
  expect(told([row({ refused, canary: { version: 'two', percent: 5 } })])[0]).toMatchObject({
    since: AT,
    changedBy: 'op',
    verdict: { label: 'Stable, no canary', weight: 2 },
  });
  expect(told([row({ by: 'fallback', refused })], held('two'))[0]).toMatchObject({
    since: AT,
    verdict: { detail: 'two is held back: by hand' },
  });
});

test('a few errors among many loads are no problem; many, or errors only, are', () => {
  expect(first(row({ stats: failing(2, 0) }))).toMatchObject({ label: 'Stable', weight: 0 });
  expect(first(row({ stats: failing(3, 1000) }))).toMatchObject({ label: 'Stable', weight: 0 });
  expect(first(row({ stats: failing(3) }))).toMatchObject({
    label: 'Stable, failing',
    tone: 'warning',
    detail: '3 errors at 100 loads.',
  });
  expect(first(row({ by: 'pin', stats: failing(3, 0) }))).toMatchObject({ label: 'Pinned, failing' });
});

test('problems come first, the worst on top; a package that was switched off on purpose is none', () => {
  const rows = told([
    row(),
    row({ by: 'disabled', version: null, stats: failing(9) }),
    row({ stats: failing(9) }),
    row({ by: 'none', version: null }),
    row({ by: 'fallback' }),
  ]);
  expect(rows.map(({ verdict }) => verdict.label)).toEqual([
    'Nothing runs',
    'Fallback',
    'Stable, failing',
    'Switched off',
    'Stable',
  ]);
  expect(rows.filter(isProblem)).toHaveLength(3);
});
