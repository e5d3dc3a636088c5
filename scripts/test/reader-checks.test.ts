import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkLists, checkReaders } from '../lib/reader-checks.ts';

const MAIN = 'server/src/main.ts';
const SERVICE = 'server/src/modules/a/a.service.ts';
const READER = 'server/src/modules/a/read-page.ts';

/** Findings of a program whose main file imports a service, without those about exceptions that it does not need. */
const findingsOf = (service: string, reader = "import sanitize from 'sanitize-html';"): string[] =>
  checkReaders([
    { file: MAIN, text: "import { start } from './modules/a/a.service.ts';" },
    { file: SERVICE, text: service },
    { file: READER, text: reader },
    { file: 'server/src/uploads/upload-worker.ts', text: "await import('../modules/a/read-page.ts');" },
  ])
    .filter(({ file }) => !file.startsWith('scripts/'))
    .map(({ file, line, message }) => `${file}:${line} ${message}`);

test('a reader of a foreign format that the event loop can reach gets its advice, however far away', () => {
  const [first, ...others] = findingsOf("import { z } from 'zod';\nimport { readPage } from './read-page.ts';");
  assert.match(
    first ?? '',
    /^server\/src\/modules\/a\/read-page\.ts:1 imports sanitize-html, which reads.*UPLOAD_JOBS/,
  );
  assert.deepEqual(others, []);
  assert.equal(findingsOf("const { readPage } = await import('./read-page.ts');").length, 1);
  assert.equal(findingsOf("export { readPage } from './read-page.ts';").length, 1);
  assert.equal(findingsOf("import {\n  readPage,\n  other,\n} from './read-page.ts';").length, 1);
});

test('our own readers count too; types, and what only a thread imports, do not', () => {
  assert.match(
    findingsOf("import { parseZoneFile } from '../../dns/zone-file/parse-zone-file.ts';").join(),
    /a\.service\.ts:1 imports/,
  );
  assert.deepEqual(findingsOf("import type { Page } from './read-page.ts';"), []);
  assert.deepEqual(findingsOf(''), []);
});

test('an exception that nothing needs any more is a finding', () => {
  const rules = checkReaders([{ file: MAIN, text: '' }]).map(({ message }) => message);
  assert.ok(rules.some((message) => message.includes('lib/unpack.ts > tar is no longer imported')));
  assert.deepEqual(checkReaders([{ file: 'shared/a.ts', text: "import 'tar';" }]), []);
});

test('a list that others write is checked by its length first; one that nobody else writes need not be', () => {
  const reads = 'const Rows = v.array(Row);\nparseJson(Rows, text);';
  assert.deepEqual(
    checkLists([{ file: SERVICE, text: reads }]).map(({ line, rule }) => [line, rule]),
    [[1, 'lists-by-length']],
  );
  assert.deepEqual(checkLists([{ file: SERVICE, text: 'const Rows = v.array(Row);' }]), []);
  assert.deepEqual(checkLists([{ file: 'server/src/testing/a.ts', text: reads }]), []);
  const messages = checkLists([{ file: MAIN, text: '' }]).map(({ message }) => message);
  assert.ok(messages.some((message) => message.includes('kept-status.ts has no v.array any more')));
});
