import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKOUT_PAGE, paymentSources } from '../../src/platform/web/payment-sources.ts';
import { contentPolicy } from '../../src/platform/web/policy.ts';
import { openWeb } from './fixture.ts';

const STRIPE = { cardForm: null };
const LOCAL = { cardForm: 'http://127.0.0.1:4242/card-form' };
const frames = (policy: string | null): string => /frame-src ([^;]*)/.exec(policy ?? '')?.[1] ?? '';

test('every page may frame the card form of a processor that has one, and runs none of its scripts', async (t) => {
  const { get } = openWeb(t, {}, { paymentsOf: async () => LOCAL });
  const { headers } = await get('/sites');
  assert.match(frames(headers.get('content-security-policy')), / http:\/\/127\.0\.0\.1:4242$/);
  assert.doesNotMatch(headers.get('content-security-policy') ?? '', /script-src[^;]*4242|connect-src[^;]*4242/);
  assert.ok(headers.get('integrity-policy'));
});

test('Stripe’s script runs in a document that was opened at the checkout, and in no other', async (t) => {
  const { get } = openWeb(t, {}, { paymentsOf: async () => STRIPE });
  const { headers } = await get('/sites');
  assert.doesNotMatch(headers.get('content-security-policy') ?? '', /stripe/);
  assert.ok(headers.get('integrity-policy'));
  assert.deepEqual(paymentSources(STRIPE, '/my-account/billing').scripts, []);
  const payment = paymentSources(STRIPE, CHECKOUT_PAGE);
  assert.deepEqual(paymentSources(STRIPE, '/my-account/billing/card'), payment);
  const policy = contentPolicy({ nonce: 'n', scripts: [], sitesDomain: 'sites.example', payment });
  assert.match(policy, /script-src 'self' https:\/\/js\.stripe\.com;/);
  assert.match(policy, /connect-src 'self' https:\/\/api\.stripe\.com;/);
});

test('without payments a page knows no provider', async (t) => {
  const { get } = openWeb(t);
  assert.doesNotMatch((await get('/sites')).headers.get('content-security-policy') ?? '', /stripe|4242/);
  assert.deepEqual(paymentSources(null, CHECKOUT_PAGE), { scripts: [], frames: [], connect: [] });
});
