import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkRooms, ROOMS } from '../lib/rooms.ts';

const findings = (file: string, text: string): string[] =>
  checkRooms({ file: `server/src/${file}`, text }).map(({ line, message }) => `${line} ${message}`);

test('a room imports only rooms below it, so that no two of them can import each other', () => {
  const order = Object.keys(ROOMS);
  for (const [room, { may }] of Object.entries(ROOMS))
    assert.deepEqual(
      may.filter((other) => order.indexOf(other) >= order.indexOf(room) || !(other in ROOMS)),
      [],
      room,
    );
});

test('an import of a higher room teaches where to put what both need', () => {
  const [found = '', ...others] = findings(
    'hosting/local/a.ts',
    "import path from 'node:path';\nimport { PanelError } from '../../kernel/errors.ts';\nimport type { A } from '../../modules/site/a.ts';",
  );
  assert.match(found, /^3 hosting \(what runs sites.*\) lies below modules \(one folder.*declare a port in hosting/);
  assert.deepEqual(others, []);
});

test('a room beside it, the rooms that put all together, the program and an unknown room get advice of their own', () => {
  assert.match(findings('dns/a.ts', "import { b } from '../storage/b.ts';").join(), /needs nothing of storage.*so far/);
  assert.match(findings('modules/a/a.ts', "import { b } from '../../start/b.ts';").join(), /Let start pass it in/);
  assert.match(findings('tasks/a.ts', "const b = await import('../panel.ts');").join(), /panel\.ts, which starts/);
  assert.match(findings('tasks/a.ts', "export { b } from '../attic/b.ts';").join(), /an unknown room/);
  assert.match(findings('attic/a.ts', '').join(), /attic is no room/);
});

test('rooms that put all together, tests and other packages are free', () => {
  assert.deepEqual(findings('start/a.ts', "import { b } from '../http/b.ts';"), []);
  assert.deepEqual(findings('panel.ts', "import { b } from './http/b.ts';"), []);
  assert.deepEqual(checkRooms({ file: 'server/test/a.test.ts', text: "import '../src/http/b.ts';" }), []);
  assert.deepEqual(findings('http/a.ts', "import { b } from '@panel/contract';\nimport c from './c.ts';"), []);
});
