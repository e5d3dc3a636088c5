import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkPorts } from '../lib/port-checks.ts';

const linesOf = (text: string, file = 'server/src/modules/mail/mail.service.ts') =>
  checkPorts({ file, text }).map(({ line }) => line);

test('a decision by the type of a site is found, and its message says what to ask instead', () => {
  assert.deepEqual(linesOf(`\nif (site.type !== 'wordpress') throw new PanelError('NOT_FOUND');`), [2]);
  assert.deepEqual(linesOf(`const own = row.type === 'wordpress' ? 1 : 2;`, 'server/src/edge/a.ts'), [1]);
  assert.deepEqual(linesOf(`backsUp: site.kind === 'wordpress',`), [1]);
  const [found] = checkPorts({ file: 'server/src/a.ts', text: `site.type === 'wordpress'` });
  assert.match(found?.message ?? '', /`hasPort\(app, site, port\)`/);
});

test('what is written or typed, other types, and hosting itself are not', () => {
  assert.deepEqual(
    linesOf(
      `const all = { type: 'wordpress' }; input.type === 'wordpress'; Payload.of(payload).kind === 'wordpress'; row.type === 'daily'`,
    ),
    [],
  );
  assert.deepEqual(linesOf(`site.type === 'wordpress'`, 'server/src/hosting/local/a.ts'), []);
});

test('a file of this machine is given to hosting by a step of a task alone', () => {
  const text = `await context.app.hosting.snapshot(site.id, file);`;
  assert.deepEqual(linesOf(text), [1]);
  assert.deepEqual(linesOf(text, 'server/src/modules/backup/backup-steps.ts'), []);
  assert.deepEqual(linesOf(`await app.hosting.folderSizes(id, folder)`), []);
});
