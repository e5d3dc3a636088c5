import type { CustomerAccount, CustomerImportPreview } from '@panel/contract';
import { CUSTOMER_IMPORT_BYTES, CUSTOMER_IMPORT_MAX, CSRF_HEADER } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { PartnerRow } from '../../src/context/call-context.ts';
import type { Browser } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { linkTokenTo } from './customer-support.ts';

let panel: Panel;
before(async () => {
  panel = await startPanel();
});
after(() => panel.close());

const staffOf = async (owner: PartnerRow) => panel.entered(owner, await panel.addUser(owner, 'admin'));

async function preview(staff: Browser, file: string | Uint8Array<ArrayBuffer>) {
  if (!staff.jar.has('XSRF-TOKEN')) await staff.get('/partner/whitelabel');
  const form = new FormData();
  form.set('file', new Blob([file]), 'customers.csv');
  return staff.send('POST', '/customer/import/preview', {
    body: form,
    headers: { [CSRF_HEADER]: staff.jar.get('XSRF-TOKEN') ?? '' },
  });
}
const rowsOf = ({ body }: { body: Record<string, unknown> }) => (body as unknown as CustomerImportPreview).rows;

test('a file is shown with what is wrong in each row, and what is right is created and invited', async () => {
  const owner = await panel.addPartner();
  const taken = await panel.addUser(owner, 'customer');
  const staff = await staffOf(owner);
  const file = [
    '\uFEFFE-mail;Last name;First name',
    `ada@${owner.slug}.example;"Lovelace; Countess";Ada`,
    `${taken.email};Taken;`,
    'no-address;x;y',
    '',
    `ADA@${owner.slug}.example;Again;Ada`,
    `eve@${owner.slug}.example;\u202Egro;Eve`,
  ].join('\r\n');
  const shown = await preview(staff, file);
  assert.equal(shown.status, 200, shown.text);
  assert.deepEqual(
    rowsOf(shown).map(({ line, error }) => [line, error]),
    [
      [2, null],
      [3, 'Another account has this email.'],
      [4, 'Invalid e-mail format'],
      [6, 'Line 2 has this email already.'],
      [7, 'Line breaks and control characters are not allowed.'],
    ],
  );
  assert.deepEqual([shown.body['valid'], shown.body['invalid']], [1, 4]);
  const customers = rowsOf(shown)
    .filter(({ error }) => error === null)
    .map(({ email, firstname, lastname }) => ({ email, firstname, lastname }));
  const done = await staff.post('/customer/import', { customers: [...customers, { email: taken.email }] });
  assert.deepEqual(done.body['data'], { created: 1, skipped: [taken.email] });
  assert.ok(await linkTokenTo(panel, `ada@${owner.slug}.example`));
  const { body } = await staff.get('/customer?keyword=countess');
  const [ada] = body['pageElements'] as CustomerAccount[];
  assert.deepEqual([ada?.firstname, ada?.lastname, ada?.state], ['Ada', 'Lovelace; Countess', 'invited']);
});

test('files that are too large, too long, in another encoding or without a header are refused as a whole', async () => {
  const staff = await staffOf(await panel.addPartner());
  const refused = async (file: string | Uint8Array<ArrayBuffer>) => {
    const { status, body } = await preview(staff, file);
    return [status, (body['fields'] as Record<string, string> | undefined)?.['file'] ?? body['code']];
  };
  const many = `email\n${Array.from({ length: CUSTOMER_IMPORT_MAX + 1 }, (_, i) => `a${i}@b.example`).join('\n')}`;
  assert.deepEqual(await refused(many), [
    422,
    `The file has more than ${CUSTOMER_IMPORT_MAX} customers. Split it into several.`,
  ]);
  assert.deepEqual(await refused('x'.repeat(CUSTOMER_IMPORT_BYTES + 1)), [413, 'TOO_LARGE']);
  assert.deepEqual(await refused(new Uint8Array(Buffer.from('email\nj\xf6rg@b.example', 'latin1'))), [
    422,
    'This file is in another encoding. Save it as CSV in UTF-8, then try again.',
  ]);
  assert.deepEqual(await refused('ada@b.example,Ada'), [
    422,
    'The first line has to name the columns: Email, First name, Last name.',
  ]);
  assert.deepEqual(await refused('email\n"ada@b.example'), [422, 'A quoted cell that begins in line 2 does not end.']);
});

test('an export runs nothing in a spreadsheet, has the filtered rows, and comes back through the import', async () => {
  const owner = await panel.addPartner();
  const staff = await staffOf(owner);
  for (const firstname of ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)'])
    await panel.addUser(owner, 'customer', { firstname, suspendedAt: new Date() });
  await panel.addUser(owner, 'customer', { firstname: 'Active' });
  const { body } = await staff.get('/customer/export?state=suspended');
  const lines = String(body['csv']).trim().split('\r\n');
  assert.equal(lines.length, 5);
  for (const line of lines.slice(1)) assert.match(line, /^"[^"]+","'[=+\-@]/);
  assert.equal(rowsOf(await preview(staff, String(body['csv']))).length, 4);
});
