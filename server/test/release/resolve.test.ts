import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  canaryShare,
  choose,
  effectivePolicy,
  rank,
  type Effective,
  type Facts,
  type RolloutPolicy,
} from '../../src/platform/release/resolve.ts';

const policy = (change: Partial<Effective> = {}): Effective => ({
  enabled: true,
  stables: ['v1', 'v2', 'v3'],
  canary: null,
  canaryPercent: 0,
  pin: null,
  ...change,
});
const own = (change: Partial<RolloutPolicy> = {}): RolloutPolicy => ({
  enabled: null,
  stables: [],
  canary: null,
  canaryPercent: null,
  pin: null,
  ...change,
});
const none = new Set<string>();
const FINE: Facts = { avoided: () => false, refused: async () => false, fits: async () => true };

test('pin comes before canary, canary before stable, then the stable versions from the newest on', () => {
  assert.deepEqual(rank('mf-a', policy(), 'u', none), { versions: ['v3', 'v2', 'v1'], by: 'stable' });
  assert.deepEqual(rank('mf-a', policy({ canary: 'v4', canaryPercent: 100 }), 'u', none), {
    versions: ['v4', 'v3', 'v2', 'v1'],
    by: 'canary',
  });
  assert.deepEqual(rank('mf-a', policy({ canary: 'v4', canaryPercent: 100, pin: 'v1' }), 'u', none), {
    versions: ['v1', 'v3', 'v2'],
    by: 'pin',
  });
  assert.deepEqual(
    rank('mf-a', policy({ canary: 'v4', canaryPercent: 100 }), null, none).versions[0],
    'v3',
    'nobody to remember it by',
  );
  assert.deepEqual(rank('mf-a', policy({ canary: 'v4', canaryPercent: 0 }), 'u', none).by, 'stable');
  assert.deepEqual(rank('mf-a', policy({ enabled: false }), 'u', none), { versions: [], by: 'disabled' });
  assert.deepEqual(rank('mf-a', policy({ stables: [] }), 'u', none), { versions: [], by: 'none' });
});

test('a version that is held back is skipped, whatever names it', () => {
  assert.deepEqual(rank('mf-a', policy(), 'u', new Set(['v3'])), { versions: ['v2', 'v1'], by: 'fallback' });
  assert.deepEqual(rank('mf-a', policy({ pin: 'v2' }), 'u', new Set(['v2'])), {
    versions: ['v3', 'v1'],
    by: 'fallback',
  });
  assert.deepEqual(rank('mf-a', policy(), 'u', new Set(['v1', 'v2', 'v3'])), { versions: [], by: 'none' });
});

test('a partner’s policy overrides parts and inherits the rest from all partners', () => {
  const all = own({ enabled: true, stables: ['v1', 'v2'], canary: 'v3', canaryPercent: 10, pin: null });
  assert.deepEqual(effectivePolicy({ all, own: null }), {
    enabled: true,
    stables: ['v1', 'v2'],
    canary: 'v3',
    canaryPercent: 10,
    pin: null,
  });
  assert.deepEqual(effectivePolicy({ all, own: own({ enabled: false }) }), {
    enabled: false,
    stables: ['v1', 'v2'],
    canary: 'v3',
    canaryPercent: 10,
    pin: null,
  });
  assert.deepEqual(effectivePolicy({ all, own: own({ stables: ['v0'], pin: 'v1' }) }), {
    enabled: true,
    stables: ['v0'],
    canary: 'v3',
    canaryPercent: 10,
    pin: 'v1',
  });
  assert.deepEqual(effectivePolicy({ all, own: own({ canary: 'v3', canaryPercent: 0 }) }).canaryPercent, 0);
  assert.deepEqual(effectivePolicy({ all: { ...all, enabled: false }, own: own({ enabled: true }) }).enabled, true);
  assert.deepEqual(effectivePolicy({ all: null, own: null }), {
    enabled: true,
    stables: [],
    canary: null,
    canaryPercent: 0,
    pin: null,
  });
});

test('the first version that is neither avoided, refused nor unfit; an obstacle is accepted only as the last resort', async () => {
  const ranked = rank('mf-a', policy(), 'u', none);
  assert.deepEqual(await choose(ranked, FINE), { version: 'v3', by: 'stable' });
  assert.deepEqual(await choose(ranked, { ...FINE, avoided: (v) => v === 'v3' }), { version: 'v2', by: 'fallback' });
  assert.deepEqual(await choose(ranked, { ...FINE, refused: async (v) => v !== 'v1' }), {
    version: 'v1',
    by: 'fallback',
  });
  assert.deepEqual(await choose(ranked, { ...FINE, fits: async (v) => v === 'v2' }), { version: 'v2', by: 'fallback' });
  assert.deepEqual(
    await choose(ranked, { ...FINE, fits: async () => false, avoided: (v) => v === 'v3' }),
    { version: 'v2', by: 'fallback' },
    'a misfit rather than what is known to fail',
  );
  assert.deepEqual(
    await choose(ranked, { ...FINE, avoided: () => true }),
    { version: 'v3', by: 'stable' },
    'nothing else is left',
  );
  assert.deepEqual(
    await choose(ranked, { ...FINE, refused: async () => true }),
    { version: 'v3', by: 'stable' },
    'listed, so that its error shows',
  );
});

test('a canary is sticky, grows by adding visitors, and reaches about the given percentage', () => {
  const users = Array.from({ length: 4000 }, (_, i) => `user-${i}`);
  const at = (percent: number) =>
    users.filter((user) => rank('mf-a', policy({ canary: 'v4', canaryPercent: percent }), user, none).by === 'canary');
  const [ten, thirty] = [at(10), at(30)];
  assert.ok(Math.abs(ten.length - 400) < 100, `${ten.length} of 4000 at 10 %`);
  assert.ok(ten.every((user) => thirty.includes(user)));
  const elsewhere = users.filter((user) => canaryShare('mf-b', user) < 10);
  assert.ok(
    elsewhere.some((user) => !ten.includes(user)),
    'the same people are not the canaries of every team',
  );
});

const versions = fc.uniqueArray(fc.constantFrom('v1', 'v2', 'v3', 'v4', 'v5'), { maxLength: 5 });
test('whatever the policies: the result is enabled, known and not held back, and always the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        enabled: fc.boolean(),
        stables: versions,
        canary: fc.option(fc.constantFrom('v4', 'v6')),
        canaryPercent: fc.integer({ min: 0, max: 100 }),
        pin: fc.option(fc.constantFrom('v2', 'v7')),
      }),
      versions,
      versions,
      versions,
      fc.option(fc.string()),
      async (given, held, avoided, refused, visitor) => {
        const facts: Facts = {
          avoided: (v) => avoided.includes(v as never),
          refused: async (v) => refused.includes(v as never),
          fits: async () => true,
        };
        const ranked = rank('mf-a', given, visitor, new Set(held));
        const { version, by } = await choose(ranked, facts);
        assert.deepEqual(await choose(rank('mf-a', given, visitor, new Set(held)), facts), { version, by });
        if (!given.enabled) return assert.equal(version, null);
        if (version === null)
          return assert.equal([...given.stables, given.pin].filter((v) => v && !held.includes(v as never)).length, 0);
        assert.ok([...given.stables, given.canary, given.pin].includes(version as never));
        assert.ok(!held.includes(version as never));
        if (refused.includes(version as never)) assert.ok(ranked.versions.every((v) => refused.includes(v as never)));
        if (avoided.includes(version as never))
          assert.ok(ranked.versions.every((v) => avoided.includes(v as never) || refused.includes(v as never)));
      },
    ),
  );
});
