import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { saysCampaign } from '../lib/campaigns.mjs';
import { runRows } from '../lib/run-rows.mjs';
import { failedFiles, runAgain } from '../lib/second-run.mjs';
import { campaignFiles, filesOf, stageOf } from '../lib/stages.mjs';
import { runNodeTests, type Stage } from '../lib/test-runners.mjs';

const good = { passed: 1, failed: 0, skipped: 0 };
const bad = { passed: 0, failed: 1, skipped: 0 };

const stage = (name: string, run: Stage['run'], needsBuild = false): Stage => ({ name, title: name, needsBuild, run });

describe('the campaign', () => {
  test('is what says in its first lines why, and is in no other run unless it is named', () => {
    assert.ok(saysCampaign('// On PostgreSQL: locks.\n// Campaign: at each step.\nimport a;'));
    assert.ok(!saysCampaign('import a;\nimport b;\nimport c;\n// Campaign: too late.'));
    assert.ok(!saysCampaign('// Campaign:\n'));
    const files = campaignFiles();
    assert.ok(files.length > 0);
    for (const file of files) {
      const stage = stageOf(file);
      assert.ok(!filesOf(stage, new Map()).includes(file), file);
      assert.deepEqual(filesOf(stage, new Map([[stage, [file]]])), [file]);
    }
    assert.ok(filesOf('attack', new Map()).length > files.length);
  });
});

describe('the order of stages', () => {
  test('rows run one after another, the stages of a row in parallel', async () => {
    const seen: string[] = [];
    const noted = (name: string) =>
      stage(name, async () => {
        seen.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(`${name} ends`);
        return good;
      });
    const results = await runRows([[noted('a'), noted('b')], [], [noted('c')]]);
    assert.deepEqual(
      results.map(({ name }) => name),
      ['a', 'b', 'c'],
    );
    assert.deepEqual(seen, ['a begins', 'b begins', 'a ends', 'b ends', 'c begins', 'c ends']);
  });

  test('a list in a row runs one by one, beside the rest of the row', async () => {
    const seen: string[] = [];
    const first = Promise.withResolvers<void>();
    const results = await runRows([
      [
        stage('long', async () => (await first.promise, seen.push('long'), good)),
        [
          stage('first', async () => (seen.push('first'), good)),
          stage('second', async () => (seen.push('second'), first.resolve(), good)),
        ],
        [],
      ],
      [[]],
    ]);
    assert.deepEqual(seen, ['first', 'second', 'long']);
    assert.deepEqual(
      results.map(({ name }) => name),
      ['long', 'first', 'second'],
    );
  });

  test('a stage that needs a failed build is not run and counts as failed; all others continue', async () => {
    const ran: string[] = [];
    const noted = (name: string, result: Stage['run'], needsBuild = false) =>
      stage(name, (onLine) => (ran.push(name), result(onLine)), needsBuild);
    const results = await runRows([
      [noted('build', async () => bad)],
      [noted('browser', async () => good, true), noted('lint', async () => good)],
      [noted('thrown', async () => Promise.reject(new Error('boom')))],
    ]);
    assert.deepEqual(ran, ['build', 'lint', 'thrown']);
    const [, browser, , thrown] = results;
    assert.deepEqual([browser?.failed, browser?.note], [1, 'not run: the build failed']);
    assert.match(thrown?.output ?? '', /boom/);
  });

  test('the processor time of a row is that of its programs', async () => {
    const busy = 'while (process.cpuUsage().user < 300_000);';
    const spent: number[] = [];
    const program = stage('busy', async () => (spawnSync(process.execPath, ['--eval', busy]), good));
    await runRows([[program, [program]], [stage('idle', async () => good)]], {
      onRowEnd: (_row, { processorMs }) => spent.push(processorMs),
    });
    const [both = 0, none] = spent;
    assert.ok(existsSync('/proc/self/stat') ? both >= 600 : both === 0);
    assert.equal(none, 0);
  });
});

describe('a stage that hangs', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-hangs-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('is ended and counts as failed, and its note names the file', async () => {
    const hangs = path.join(folder, 'hangs.test.mjs');
    writeFileSync(
      hangs,
      "import test from 'node:test'; test('never', () => new Promise(() => setInterval(() => {}, 1000)));",
    );
    const fine = path.join(folder, 'fine.test.mjs');
    writeFileSync(fine, "import test from 'node:test'; test('fine', () => {});");
    const result = await runNodeTests([fine, hangs], { quietMs: 3000 });
    assert.ok(result.failed > 0);
    assert.match(result.note ?? '', /hangs\.test\.mjs did not end/);
    assert.doesNotMatch(result.note ?? '', /fine/);
  });

  test('its lines are reported as its own', async () => {
    const seen: string[] = [];
    const talks = (name: string) => stage(name, async (onLine) => (onLine(`${name} works`), good));
    await runRows([[talks('a'), talks('b')]], { onLine: ({ name }, line) => seen.push(`${name}: ${line}`) });
    assert.deepEqual(seen, ['a: a works', 'b: b works']);
  });
});

describe('a second run of what has failed', () => {
  const failed = (...failures: string[]) => ({ passed: 5, failed: failures.length, skipped: 0, failures });
  const ended = (name: string, result: object) => ({ ...good, name, title: name, ms: 1, ...result });
  const [page, server] = ['shell/src/a.test.tsx', 'server/test/b.test.ts'];

  test('what passes alone is no failure and keeps its name, and nothing else runs again', async () => {
    const asked: [string, string[]][] = [];
    const results = await runAgain(
      [
        ended('page', failed(`${page}: one`, `${page}: two`)),
        ended('lint', good),
        ended('pglite', failed(`${server}: x`)),
      ],
      {
        stagesFor: (files) => [
          ['page', 'server', 'pglite'].map((name) =>
            stage(name, async () => {
              asked.push([name, [...files.values()].flat()]);
              return name === 'pglite' ? bad : good;
            }),
          ),
        ],
      },
    );
    assert.deepEqual(asked, [
      ['page', [page]],
      ['pglite', [server]],
    ]);
    assert.deepEqual(
      results.map(({ name, passed, failed: count, unstable }) => [name, passed, count, unstable]),
      [
        ['page', 7, 0, [`${page}: one`, `${page}: two`]],
        ['lint', 1, 0, undefined],
        ['pglite', 5, 1, undefined],
      ],
    );
  });

  test('there is none for checks, stages that were ended, tests without a name, and more than five files', () => {
    const one = ended('page', failed(`${page}: one`));
    assert.deepEqual(failedFiles([one, ended('lint', good)]), [page]);
    assert.equal(failedFiles([ended('lint', good)]), null);
    assert.equal(failedFiles([one, ended('lint', bad)]), null);
    assert.equal(failedFiles([one, ended('server', { ...failed(`${server}: x`), note: 'was ended' })]), null);
    assert.equal(failedFiles([ended('page', { ...failed(`${page}: one`), failed: 2 })]), null);
    const many = Array.from({ length: 6 }, (_, index) => `shell/src/${index}.test.tsx: one`);
    assert.equal(failedFiles([ended('page', failed(...many))]), null);
    assert.equal(failedFiles([ended('page', failed(...many.slice(1)))])?.length, 5);
  });
});

describe("counts of node's runner", () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-counts-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  // Split: the repository checks look for these words in tests.
  const skip = ['sk', 'ip'].join('');

  test('passed, failed and skipped tests are counted separately, and the failure is shown', async () => {
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
    assert.equal(result.failures?.length, 1);
    const [name = ''] = result.failures ?? [];
    assert.match(name, /mixed\.test\.mjs: bad$/);
    assert.match(result.reasons?.[name] ?? '', /1 == 2/);
  });

  test('a file without a test is a failure', async () => {
    const result = await runNodeTests([file('empty.test.mjs', 'export {};')]);
    assert.ok(result.failed > 0);
    assert.match(result.note ?? '', /no test in/);
  });

  test('a file that throws while it loads is a failure', async () => {
    const result = await runNodeTests([file('broken.test.mjs', "throw new Error('broken');")]);
    assert.ok(result.failed > 0);
  });

  test('no file at all is a failure', async () => {
    assert.equal((await runNodeTests([])).failed, 1);
  });
});

describe('files that run in one process', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'panel-together-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), `import { after, before, describe, test } from 'node:test';\n${text}`);
    return path.join(folder, name);
  };
  const together = (files: readonly string[], options = {}) =>
    runNodeTests(files, { isTogether: () => true, ...options });

  test('are loaded once, in their order, and the hooks of each run around its own tests', async () => {
    const log = path.join(folder, 'log');
    const lines = (name: string) => `
      import { appendFileSync } from 'node:fs';
      const note = (what) => appendFileSync(${JSON.stringify(log)}, process.pid + ' ${name} ' + what + '\\n');
      before(() => note('before'));
      after(() => note('after'));
      describe('a suite', () => {
        before(() => note('before the suite'));
        test('first', () => note('first'));
      });
      test('second', async (t) => {
        t.after(() => note('after the second'));
        note('second');
      });`;
    const files = ['a.test.mjs', 'b.test.mjs'].map((name) => file(name, lines(name)));
    const result = await together(files);
    assert.deepEqual([result.passed, result.failed, result.skipped], [4, 0, 0], result.output);
    const noted = readFileSync(log, 'utf8').trimEnd().split('\n');
    const [pid = ''] = noted[0]?.split(' ') ?? [];
    const each = ['before', 'before the suite', 'first', 'second', 'after the second', 'after'];
    assert.deepEqual(
      noted,
      ['a.test.mjs', 'b.test.mjs'].flatMap((name) => each.map((what) => `${pid} ${name} ${what}`)),
    );
    assert.deepEqual(result.files?.map((one) => path.resolve(one.file)).toSorted(), files);
  });

  test('one that fails, one that throws while it loads and one without a test leave the others alone', async () => {
    const result = await together([
      file('fails.test.mjs', "test('bad', () => { throw new Error('bad'); });"),
      file('throws.test.mjs', "throw new Error('broken while it loads');"),
      file('none.test.mjs', 'export {};'),
      file('works.test.mjs', "test('good', () => {});"),
    ]);
    assert.deepEqual([result.passed, result.failed], [1, 3], result.output);
    for (const text of [/✖ bad/, /broken while it loads/, /It has none/]) assert.match(result.output ?? '', text);
    assert.deepEqual(
      result.failures?.map((name) => name.split('/').at(-1)),
      ['fails.test.mjs: bad', 'throws.test.mjs: the file can be imported', 'none.test.mjs: the file has a test'],
    );
  });

  test('have a time limit each: one that takes too long leaves the others alone', async () => {
    const slow = `
      let timer;
      before(() => { timer = setInterval(() => {}, 1000); });
      after(() => clearInterval(timer));
      test('never', () => new Promise(() => {}));`;
    const result = await together([file('slow.test.mjs', slow), file('next.test.mjs', "test('good', () => {});")], {
      testTimeoutMs: 3000,
    });
    assert.equal(result.passed, 1, result.output);
    assert.ok(result.failed > 0);
    assert.match(result.output ?? '', /✖ never/);
  });

  test('end when a hook of one hangs, and those that did not run count as failed', async () => {
    const stays = "import { createServer } from 'node:net';\n";
    const listens = 'new Promise((resolve) => createServer().listen(0, resolve))';
    const result = await together(
      [
        file('first.test.mjs', "test('good', () => {});"),
        file(
          'stuck.test.mjs',
          `${stays}after(() => ${listens}.then(() => new Promise(() => {})));\ntest('runs', () => {});`,
        ),
        file('never.test.mjs', "test('good', () => {});"),
      ],
      { testTimeoutMs: 500, hooksMs: 500 },
    );
    assert.equal(result.note, undefined, result.output);
    assert.deepEqual(
      result.failures?.map((name) => name.split('/').at(-1)),
      ['stuck.test.mjs: did not run to its end', 'never.test.mjs: did not run to its end'],
      result.output,
    );
    assert.match(
      result.reasons?.[result.failures?.[1] ?? ''] ?? '',
      /stuck\.test\.mjs did not end: a hook of it hangs\. Open are: .*TCPServerWrap/,
    );
  });

  test('end when something stays open after the last one', async () => {
    const open =
      "import { createServer } from 'node:net';\ntest('good', (_t, done) => createServer().listen(0, done));";
    const result = await together([file('a.test.mjs', open), file('b.test.mjs', "test('good', () => {});")], {
      hooksMs: 500,
    });
    assert.deepEqual([result.passed, result.failed, result.note], [2, 1, undefined], result.output);
    assert.match(result.failures?.[0] ?? '', /b\.test\.mjs: something that is open keeps/);
    assert.match(
      result.reasons?.[result.failures?.[0] ?? ''] ?? '',
      /are over, but something that they opened is not closed\. Open are: .*TCPServerWrap/,
    );
  });

  test('do not give their limit to a file with a process of its own', async () => {
    const hangs = "test('never', () => new Promise(() => setInterval(() => {}, 1000)));";
    const files = [file('alone.test.mjs', hangs), file('shared.test.mjs', "test('good', () => {});")];
    const isTogether = (name: string) => name.includes('shared');
    const result = await together(files, { isTogether, testTimeoutMs: 3000, quietMs: 60_000 });
    assert.equal(result.passed, 1, result.output);
    assert.match(result.output ?? '', /✖ .*alone\.test\.mjs/);
    assert.doesNotMatch(result.output ?? '', /timed out/, 'that would be the limit of the others');
  });

  test('are named when they hang', async () => {
    const hangs = "test('never', () => new Promise(() => setInterval(() => {}, 1000)));";
    const result = await together([file('fine.test.mjs', "test('fine', () => {});"), file('hangs.test.mjs', hangs)], {
      quietMs: 3000,
    });
    assert.match(result.note ?? '', /hangs\.test\.mjs did not end/);
    assert.doesNotMatch(result.note ?? '', /fine/);
  });
});
