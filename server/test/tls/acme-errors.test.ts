import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Ssl } from '@panel/contract';
import { requestDue } from '../../src/modules/certificate/certificate-due.repo.ts';
import { CertificateError } from '../../src/tls/certificate-authority.ts';
import { ended, readySite } from '../site/site-support.ts';
import { startAcmeStandIn } from './acme-stand-in.ts';
import { issuing, tlsPanel } from './tls-support.ts';

const KIND = 'urn:ietf:params:acme:error:';
const acme = await startAcmeStandIn();
after(() => acme.close());
const panel = tlsPanel(() => ({ env: { ...acme.env, SITE_ADDRESSES: '192.0.2.1', ACME_WILDCARD: 'off' } }));

/** What the page says after a request. */
async function refused(id: string): Promise<string> {
  const started = await panel.own.client.post(`/site/${id}/ssl`);
  assert.equal(started.status, 200, started.text);
  const task = await ended(panel.own.client, started.body['task_id']);
  assert.equal(task.status, 'failed');
  const { body } = await panel.own.client.get<Ssl>(`/site/${id}/ssl`);
  return body.error?.message ?? '';
}

const issue = (host = 'shop.example') =>
  panel.server.app.authority.issue([host], issuing).then(
    () => assert.fail('It was issued.'),
    (error: unknown) => {
      assert.ok(error instanceof CertificateError, String(error));
      return error;
    },
  );

test('what a server refuses for good is said with what to do, once, and it is not asked again at once', async () => {
  const { site_id: id, fqdn } = await readySite(panel.own, 'refused');
  const orders = acme.orders();
  acme.refuse({
    order: {
      ...{ status: 429, type: `${KIND}rateLimited`, retryAfter: 86_400 },
      detail:
        'too many certificates (5) already issued for this exact set of identifiers in the last 168h0m0s, retry after 2026-11-25 10:09:31 UTC: see https://letsencrypt.org/docs/rate-limits/#new-certificates-per-exact-set-of-identifiers',
    },
  });
  assert.equal(
    await refused(id),
    `localhost has issued too many certificates for ${fqdn} lately. Try again after 2026-11-25 10:09 UTC.`,
  );
  assert.equal(acme.orders(), orders + 1);
  await requestDue(panel.server.app);
  assert.equal(acme.orders(), orders + 1);
  const detail = `CAA record for ${fqdn} prevents issuance`;
  acme.refuse({ challenge: { status: 403, type: `${KIND}caa`, detail } });
  assert.equal(
    await refused(id),
    `A CAA record forbids localhost to issue certificates for ${fqdn}. Allow it in the CAA records of the domain, or remove them.`,
  );
  assert.equal(acme.orders(), orders + 2);
});

test('a domain that leads elsewhere or nowhere is said with the record to add', async () => {
  const said = async (type: string, detail: string) => {
    acme.refuse({ challenge: { status: 400, type: `${KIND}${type}`, detail } });
    const { message, isTemporary, isUnproven } = await issue();
    assert.deepEqual([isTemporary, isUnproven], [false, true]);
    return message;
  };
  const elsewhere =
    'localhost did not reach this server at shop.example. Check that its A and AAAA records have 192.0.2.1 and no other address, and that port 80 is open.';
  assert.equal(
    await said(
      'unauthorized',
      '203.0.113.7: Invalid response from http://shop.example/.well-known/acme-challenge/the-token: 404',
    ),
    elsewhere,
  );
  assert.equal(
    await said(
      'connection',
      '203.0.113.7: Fetching http://shop.example/.well-known/acme-challenge/the-token: Timeout during connect (likely firewall problem)',
    ),
    elsewhere,
  );
  assert.equal(
    await said(
      'dns',
      'DNS problem: NXDOMAIN looking up A for shop.example - check that a DNS record exists for this domain',
    ),
    'shop.example has no address yet. Add an A record with 192.0.2.1, wait until it is known, and request again.',
  );
});

test('a limit without a time, and a name that is never issued for', async () => {
  acme.refuse({ order: { status: 429, type: `${KIND}rateLimited`, detail: 'Rate limit for requests reached' } });
  assert.match((await issue()).message, /Try again tomorrow\.$/);
  const detail = 'Cannot issue for "shop.example": The ACME server refuses to issue a certificate for this domain name';
  acme.refuse({ order: { status: 400, type: `${KIND}rejectedIdentifier`, detail } });
  assert.equal((await issue()).message, 'localhost issues no certificates for shop.example. Use a public domain.');
});

test('a server that is down, or answers nonsense, is tried again', async () => {
  const detail = 'Service busy; retry later.';
  for (const [what, refusal] of Object.entries({
    busy: { order: { status: 503, type: `${KIND}serverInternal`, detail, retryAfter: 60 } },
    'behind a proxy': { plain: { status: 502, body: '<html>502 Bad Gateway</html>' } },
  })) {
    acme.refuse(refusal);
    const { message, isTemporary } = await issue();
    assert.deepEqual(
      [isTemporary, message],
      [true, 'localhost does not answer. Try again in a few minutes.'],
      `${what}: ${message}`,
    );
  }
});
