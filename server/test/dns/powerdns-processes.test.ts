// On both databases: several processes.
import type { DnsRecord, DnsZone } from '@panel/contract';
import { CSRF_COOKIE } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { sessionCookieName } from '../../src/context/cookies.ts';
import { csrfToken } from '../../src/context/csrf.ts';
import type { OpenDatabase } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { createPowerDns } from '../../src/dns/powerdns.ts';
import { deliverChallenges } from '../../src/modules/certificate/challenge-zone.ts';
import { addChallenge, removeChallenge } from '../../src/modules/dns/challenge.repo.ts';
import { openSession } from '../../src/modules/session/session.service.ts';
import { Client, createPostgresDatabase, until } from '../../src/testing/index.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { startProcess } from '../tasks/process-support.ts';
import { ask } from './dns-support.ts';
import { noPowerDns, preparePowerDns } from './pdns-process.ts';

const server = process.env['TEST_DATABASE_URL'];
const ROUNDS = 6;
const inTime = () => AbortSignal.timeout(30_000);
const record = (name: string, value: string): DnsRecord => ({ type: 'A', name, ttl: 600, value });

/** A customer with a domain, signed in at any process of the installation. */
async function owner({ db }: OpenDatabase, name: string) {
  const scenario = scenarioRepo(db);
  const partner = await scenario.partner();
  const customer = await scenario.customer(partner);
  const domain = `${name}-${partner.slug}.example`;
  await scenario.site(partner, customer, { name: domain, fqdn: domain, domainType: 'custom_domain' });
  const request = { ip: '127.0.0.1', userAgent: 'test' };
  const session = await openSession(db, customer, { partnerId: partner.id, request }, new Date());
  const cookies = {
    [sessionCookieName(false)]: session.id,
    [CSRF_COOKIE]: csrfToken(session.csrfSecret, partner.id),
  };
  return { domain, at: (port: number) => new Client(port, partner.domain, cookies) };
}
type Owner = Awaited<ReturnType<typeof owner>>;

/** Two processes of an installation whose zones are on one PowerDNS. */
async function openInstallation(t: TestContext) {
  const { url, drop } = await createPostgresDatabase(server as string);
  t.after(drop);
  const powerdns = await preparePowerDns();
  t.after(powerdns.close);
  await powerdns.start();
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-pdns-processes-'));
  t.after(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const start = async (name: string) => {
    const started = await startProcess({
      ...{ DATABASE_URL: url, POWERDNS_URL: powerdns.url, DATA_DIR: path.join(folder, name) },
      ...{ SEED: 'none', SECRET_KEY: 'a1'.repeat(32), SITE_ADDRESSES: '192.0.2.10', SITE_PICTURES: 'off' },
      ...{ SFTP_PORT: 'off', DNS_PORT: 'off', HTTPS_PORT: 'off', DNS_RESOLVERS: '127.0.0.1:1' },
    });
    t.after(() => started.kill('SIGKILL'));
    return started;
  };
  const [one, two] = await Promise.all([start('one'), start('two')]);
  const database = await openPostgres(url);
  t.after(() => database.close());

  const zoneOf = async ({ at, domain }: Owner, port: number) =>
    (await at(port).get<DnsZone>(`/dns/get/${domain}`)).body;
  /** Saves on top of a version; whether it was the newest. */
  const save = async ({ at, domain }: Owner, port: number, { serial }: DnsZone, records: DnsRecord[]) => {
    const { status, text } = await at(port).post(`/dns/update/${domain}`, { serial, records });
    assert.ok(status === 200 || status === 409, text);
    return status === 200;
  };
  /** What PowerDNS answers, once the panel says that the newest version is served. */
  const served = async (own: Owner, port: number, names: readonly string[]) => {
    const zone = await until('the newest version to be served', async () => {
      const found = await zoneOf(own, port);
      return found.is_served && found;
    });
    const found = await Promise.all(names.map((name) => ask(powerdns.port, `${name}.${own.domain}`)));
    const soa = (await ask(powerdns.port, own.domain, 'SOA')).answers.join();
    assert.match(soa, new RegExp(` ${zone.serial} `));
    return found.flatMap(({ answers }) => answers);
  };
  return { one, two, start, database, powerdns, zoneOf, save, served };
}

test(
  'zones that two processes change at once: no change is lost, and PowerDNS serves the last one, also when one is killed',
  { skip: (!server && 'needs PostgreSQL') || noPowerDns },
  async (t) => {
    const { one, two, database, powerdns, zoneOf, save, served } = await openInstallation(t);
    const owners = await Promise.all(['first', 'second', 'third'].map((name) => owner(database, name)));
    const names = Array.from({ length: 2 * ROUNDS }, (_record, at) => `r${at}`);
    const records = names.map((name, at) => record(name, `192.0.2.${at + 1}`));

    /** Each process adds its own records to what is there, until all are in. */
    const add = async (own: Owner, port: number, mine: DnsRecord[]) => {
      for (const each of mine)
        await until('the change to be stored', async () => {
          const zone = await zoneOf(own, port);
          return save(own, port, zone, [...zone.records, each]);
        });
    };
    await Promise.all(
      owners.flatMap((own) => [
        add(own, one.port, records.slice(0, ROUNDS)),
        add(own, two.port, records.slice(ROUNDS)),
      ]),
    );
    const all = (own: Owner) => records.map(({ name }, at) => `${name}.${own.domain} A 192.0.2.${at + 1}`);
    for (const own of owners) assert.deepEqual(await served(own, two.port, names), all(own));

    // A third one proves a name meanwhile, as for a certificate.
    const [first] = owners as [Owner];
    const challenge = `_acme-challenge.${first.domain}`;
    const third = { db: database.db, dns: createPowerDns(powerdns.url), siteAddresses: [] };
    const texts = async () => (await ask(powerdns.port, challenge, 'TXT')).answers;
    for (let round = 0; round < ROUNDS; round += 1) {
      const port = round % 2 === 0 ? one.port : two.port;
      const zone = await zoneOf(first, port);
      await addChallenge(database.db, `token-${round}`, challenge, `value-${round}`);
      const [stored] = await Promise.all([
        save(first, port, zone, [...records, record('round', `198.51.100.${round + 1}`)]),
        deliverChallenges(third, challenge, inTime()),
      ]);
      assert.ok(stored);
      assert.deepEqual(await served(first, port, ['round']), [`round.${first.domain} A 198.51.100.${round + 1}`]);
      assert.deepEqual(await texts(), [`${challenge} TXT value-${round}`]);
      await removeChallenge(database.db, `token-${round}`);
      await deliverChallenges(third, challenge, inTime());
      assert.deepEqual(await texts(), []);
    }

    // One ends in the middle of what it delivers.
    const zones = await Promise.all(owners.map((own) => zoneOf(own, one.port)));
    await Promise.all(
      owners.map((own, at) => save(own, one.port, zones[at] as DnsZone, [record('last', '203.0.113.1')])),
    );
    await one.kill('SIGKILL');
    for (const own of owners)
      assert.deepEqual(await served(own, two.port, ['last']), [`last.${own.domain} A 203.0.113.1`]);
  },
);
