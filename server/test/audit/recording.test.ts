import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { asc, eq } from 'drizzle-orm';
import { readConfig } from '../../src/config/config.ts';
import { recordCall } from '../../src/context/audit-recording.ts';
import { audit } from '../../src/context/audit.repo.ts';
import { HIDDEN, withoutSecrets } from '../../src/context/audit-secrets.ts';
import type { Database } from '../../src/db/database.ts';
import { auditLog, setting } from '../../src/db/schema.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';

let db: Database;
let close: () => Promise<void>;
before(async () => {
  const { database, drop } = await openTestDatabase(readConfig({}).cacheDir);
  ({ db } = database);
  close = async () => {
    await database.close();
    await drop();
  };
});
after(() => close());

const ok = { body: { id: 'made' } };
const request = { id: 'request', ip: '127.0.0.1' };

/** Records a call of a new partner; the result is what was written. */
async function recorded(work: (partnerId: string) => Promise<{ body: unknown; error?: { code: string } }>) {
  const partnerId = randomUUID();
  const facts = {
    partnerId,
    call: 'thing.change',
    customerId: null,
    object: null,
    userId: randomUUID(),
    ip: '127.0.0.1',
  };
  await recordCall(db, facts, () => work(partnerId));
  const rows = await db.select().from(auditLog).where(eq(auditLog.partnerId, partnerId)).orderBy(asc(auditLog.at));
  return { lines: rows.map(({ action, outcome, objectId }) => ({ action, outcome, objectId })) };
}

const change = (on: Database) => on.insert(setting).values({ key: randomUUID(), value: 1 });

test('a change without a transaction has its line too, with the id of what was made', async () => {
  const { lines } = await recorded(async () => {
    await change(db);
    return ok;
  });
  assert.deepEqual(lines, [{ action: 'thing.change', outcome: null, objectId: 'made' }]);
});

test('a call of several transactions has one line, and the name that a module gives it afterwards', async () => {
  const { lines } = await recorded(async (partnerId) => {
    await db.transaction(change);
    await db.transaction(change);
    await audit(db, 'thing.named', { partnerId, userId: randomUUID(), request });
    return ok;
  });
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['thing.named'],
  );
});

test('what was undone leaves no line; what was committed before the call failed says how it ended', async () => {
  const undone = await recorded(async () => {
    const failure = db.transaction(async (tx) => {
      await change(tx);
      throw new Error('No.');
    });
    await assert.rejects(failure, /No\./);
    return { body: null, error: { code: 'CONFLICT' } };
  });
  assert.deepEqual(undone.lines, []);
  const half = await recorded(async () => {
    await db.transaction(change);
    return { body: null, error: { code: 'CONFLICT' } };
  });
  assert.deepEqual(
    half.lines.map(({ outcome }) => outcome),
    ['CONFLICT'],
  );
});

test('what goes on after the answer is no longer the call', async () => {
  let later = Promise.resolve();
  let go = () => {};
  const started = new Promise<void>((resolve) => (go = resolve));
  const { lines } = await recorded(async () => {
    later = started.then(() => db.transaction(async (tx) => void (await change(tx))));
    return { body: null, error: { code: 'CONFLICT' } };
  });
  go();
  await later;
  assert.deepEqual(lines, []);
});

test('secrets, contents and logins in addresses are left out; what is long is cut', () => {
  const { url, ...rest } = withoutSecrets({
    name: 'shop',
    password: 'Correct1Horse',
    wp: { admin_password: 'x', api_key: 'y', list: Array.from({ length: 50 }, (_, index) => index) },
    variables: [{ name: 'DATABASE', value: 'secret' }],
    url: 'https://user:word@example.com/path?token=abc#x',
    long: 'a'.repeat(1000),
    is_protected: true,
    keep_password: false,
  }) as Record<string, unknown>;
  assert.equal(url, 'https://example.com/path');
  assert.equal(rest['password'], HIDDEN);
  assert.equal(rest['variables'], HIDDEN);
  assert.equal(rest['keep_password'], false);
  assert.equal((rest['long'] as string).length, 201);
  const { admin_password, api_key, list } = rest['wp'] as Record<string, unknown>;
  assert.deepEqual([admin_password, api_key, (list as unknown[]).length], [HIDDEN, HIDDEN, 21]);
  assert.equal(withoutSecrets('text'), null);
});
