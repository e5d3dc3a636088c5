import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CSRF_COOKIE } from '@panel/contract';
import { findPostgres, startPostgres, type OwnPostgres } from '../../../scripts/lib/postgres.mjs';
import { openPostgres } from '../../src/db/open-postgres.ts';
import type { OpenDatabase } from '../../src/db/database.ts';
import { sessionCookieName } from '../../src/context/cookies.ts';
import { csrfToken } from '../../src/context/csrf.ts';
import { openSession } from '../../src/modules/session/session.service.ts';
import { Client, createPostgresDatabase } from '../../src/testing/index.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { startProcess, type PanelProcess } from '../tasks/process-support.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

const SCRIPT = path.join(import.meta.dirname, 'static-panel-process.ts');
/** Maximum wait for a page; a longer request counts as lost. */
const PATIENCE_MS = 12_000;

export const POSTGRES = findPostgres();

export type DatabaseTarget = {
  postgres: OwnPostgres;
  /** The panel's path to PostgreSQL. */
  proxy: TcpProxy;
  panel: PanelProcess;
  /** Application name of the panel's connections in PostgreSQL. */
  database: string;
  client: Client;
  sitesDomain: string;
  customerId: string;
  /** Runs one statement on a separate connection, past the proxy. */
  ask<T>(text: string, values?: unknown[]): Promise<T[]>;
  /** A page of a hosted site: its status, and the seconds of Retry-After, if any. */
  visit(fqdn: string): Promise<{ status: number; retryAfter: string | undefined }>;
  close(): Promise<void>;
};

/** A panel process on its own PostgreSQL that can be stopped, with one signed-in customer. */
export async function openDatabaseTarget(bin: string): Promise<DatabaseTarget> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const step of closing.reverse()) await step();
  };
  try {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-database-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const postgres = await startPostgres(bin, { keepsCommits: true });
    closing.push(postgres.stop);
    const { url } = await createPostgresDatabase(postgres.url);
    const proxy = await startTcpProxy(Number(new URL(url).port));
    closing.push(proxy.close);
    const through = Object.assign(new URL(url), { port: String(proxy.port) }).href;
    const panel = await startProcess(
      { DATABASE_URL: through, DATA_DIR: dataDir, SEED: 'none', LOG_LEVEL: 'warn' },
      SCRIPT,
    );
    closing.push(() => panel.kill('SIGTERM'));
    const brief = async <T>(work: (open: OpenDatabase) => Promise<T>): Promise<T> => {
      const open = await openPostgres(url, { max: 1 });
      return work(open).finally(() => open.close());
    };
    const made = await brief(async ({ db }) => {
      const scenario = scenarioRepo(db);
      const partner = await scenario.partner();
      const customer = await scenario.customer(partner, { planType: 'BUSINESS' });
      const session = await openSession(
        db,
        customer,
        { partnerId: partner.id, request: { ip: '127.0.0.1', userAgent: 'test' } },
        new Date(),
      );
      return { partner, customer, session };
    });
    const { partner, customer, session } = made;
    return {
      postgres,
      proxy,
      panel,
      close,
      database: new URL(url).pathname.slice(1),
      client: new PatientClient(panel.port, partner.domain, {
        [sessionCookieName(false)]: session.id,
        [CSRF_COOKIE]: csrfToken(session.csrfSecret, partner.id),
      }),
      sitesDomain: partner.sitesDomain,
      customerId: customer.id,
      ask: (text, values) => brief(async (open) => (await open.query<never>(text, values)).rows),
      visit: (fqdn) => visit(panel.port, fqdn),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const inTime = <T>(work: Promise<T>, what: string): Promise<T> =>
  Promise.race([
    work,
    wait(PATIENCE_MS, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`No answer after ${PATIENCE_MS} ms: ${what}`)),
    ),
  ]);

class PatientClient extends Client {
  override send<T = Record<string, unknown>>(...given: Parameters<Client['send']>) {
    return inTime(super.send<T>(...given), `${given[0]} ${given[1]}`);
  }
}

function visit(port: number, fqdn: string): Promise<{ status: number; retryAfter: string | undefined }> {
  return inTime(
    new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, path: '/', headers: { host: `${fqdn}:${port}`, accept: 'text/html' } },
        (answer) => {
          answer
            .resume()
            .once('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }));
        },
      );
      asked.once('error', reject).end();
    }),
    fqdn,
  );
}

/** The result of a load: complaints are all responses except success and an honest 503. */
export type Tally = {
  acknowledged: string[];
  profile: { acknowledged: number; sent: number };
  answers: Record<string, number>;
  complaints: string[];
};

/** Sends requests until it is stopped: lists, the own profile, new sites, and the page of a hosted site. */
export function startLoad(
  { client, sitesDomain, visit: visitSite }: DatabaseTarget,
  known: string,
  label: string,
): { tally: Tally; stop(): Promise<Tally> } {
  const tally: Tally = { acknowledged: [], profile: { acknowledged: 0, sent: 0 }, answers: {}, complaints: [] };
  let on = true;
  const note = (what: string, status: number, text = '') => {
    tally.answers[`${what} ${status}`] = (tally.answers[`${what} ${status}`] ?? 0) + 1;
    if (status === 200 || (what !== 'visit' && status === 503 && /NOT_AVAILABLE/.test(text))) return;
    if (/IDEMPOTENCY_RUNNING/.test(text)) return;
    tally.complaints.push(`${what}: ${status} ${text.slice(0, 300)}`);
  };
  const loop = async (what: string, pauseMs: number, once: (n: number) => Promise<void>): Promise<void> => {
    for (let n = 1; on && tally.complaints.length < 10; n += 1) {
      await once(n).catch((error: unknown) => tally.complaints.push(`${what}: ${String(error)}`));
      await wait(pauseMs);
    }
  };
  const read = (address: string) => async () => {
    const answer = await client.get(address);
    note('read', answer.status, answer.text);
  };
  const create = async (n: number) => {
    const fqdn = `${label}-${n}.${sitesDomain}`;
    const key = { 'idempotency-key': randomUUID() };
    // Like a browser: repeats the request with the same key until it has a response.
    for (;;) {
      const answer = await client.post('/site', { fqdn }, key);
      note('create', answer.status, answer.text);
      if (answer.status === 200) return void tally.acknowledged.push(fqdn);
      if (tally.complaints.length >= 10) return;
      await wait(100);
    }
  };
  const rename = async () => {
    const n = (tally.profile.sent += 1);
    const answer = await client.put('/user/profile', {
      firstname: 'Load',
      lastname: 'Test',
      phone_number: `+${label.replace(/\D/g, '')} ${String(n).padStart(6, '0')}`,
    });
    note('profile', answer.status, answer.text);
    if (answer.status === 200) tally.profile.acknowledged = n;
  };
  const loops = [
    ...[1, 2, 3, 4].map(() => loop('read', 5, read('/site?pageSize=20'))),
    loop('read', 5, read('/notification')),
    loop('create', 150, create),
    loop('profile', 10, rename),
    ...[1, 2].map(() => loop('visit', 10, async () => note('visit', (await visitSite(known)).status))),
  ];
  return {
    tally,
    async stop() {
      on = false;
      await Promise.all(loops);
      return tally;
    },
  };
}
