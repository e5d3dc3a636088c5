import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import pino from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { openPayments } from '../../src/start/open-payments.ts';
import { paymentSources } from '../../src/platform/web/payment-sources.ts';
import { contentPolicy } from '../../src/platform/web/policy.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

let dataDir: string;
before(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'panel-processor-'))));
after(() => rm(dataDir, { recursive: true, force: true }));

const config = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env });
const log = pino({ level: 'silent' });

test('the demo without keys has a processor of its own, whose books outlive it', async () => {
  const wanted = config({ TEST_PROCESSOR: 'auto' });
  const first = await openPayments(wanted, log);
  assert.ok(first.payments);
  const { publishableKey, isTest, cardForm } = first.payments;
  assert.deepEqual([isTest, publishableKey.startsWith('pk_test_')], [true, true]);
  assert.ok(cardForm);
  const page = await fetch(cardForm);
  assert.equal(page.status, 200);
  assert.match(await page.text(), /Test processor: no money moves/);
  const customer = await first.payments.createCustomer({ id: 'one', email: 'one@example.com', name: 'One' });
  await first.close();
  const second = await openPayments(wanted, log);
  assert.ok(second.payments);
  assert.deepEqual(await second.payments.cards(customer), []);
  await second.close();
});

test('there is none without the demo, in production, beside real keys, or in a process of one role', async () => {
  for (const env of [
    { TEST_PROCESSOR: 'auto', SEED: 'none' },
    { TEST_PROCESSOR: 'auto', NODE_ENV: 'production' },
    { TEST_PROCESSOR: 'auto', ROLE: 'api' },
    { TEST_PROCESSOR: 'off' },
  ])
    assert.equal((await openPayments(config(env), log)).payments, null);
  const keys = { STRIPE_SECRET_KEY: 'sk_live_0123456789', STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789' };
  const { payments } = await openPayments(config({ TEST_PROCESSOR: 'auto', ...keys }), log);
  assert.deepEqual([payments?.isTest, payments?.cardForm], [false, null]);
});

test('pages may frame the card form, and nothing else of the processor', () => {
  const policy = contentPolicy({
    ...{
      nonce: 'n',
      scripts: [],
      sitesDomain: 'sites.example',
      payment: paymentSources({ cardForm: 'http://127.0.0.1:4000/card-form' }, undefined),
    },
  });
  assert.match(policy, /frame-src [^;]*http:\/\/127\.0\.0\.1:4000/);
  assert.doesNotMatch(policy, /(?:connect|script)-src [^;]*4000/);
});
