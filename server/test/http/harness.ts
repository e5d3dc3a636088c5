import { oneMachine } from '../../src/testing/index.ts';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Config } from '../../src/config/config.ts';
import type { AppContext, EdgePort, PartnerPort, TaskEngine } from '../../src/context/app-context.ts';
import { partner, partnerHost, user } from '../../src/db/schema.ts';
import { createAuthority } from '../../src/start/create-authority.ts';
import { planKinds } from '../../src/start/plan-kinds.ts';
import { createDnsDriver } from '../../src/dns/create-dns-driver.ts';
import type { PaymentAccounts } from '../../src/context/payment-accounts.ts';
import type { HostingDriver } from '../../src/hosting/driver.ts';
import { LOCAL_KINDS, portsOfKinds } from '../../src/hosting/local/kinds/index.ts';
import type { Outside } from '../../src/hosting/egress/outside.ts';
import { createApp, type PanelApp, type PanelDeps } from '../../src/http/app.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { csrfToken } from '../../src/context/csrf.ts';
import { createReleaseCore } from '../../src/platform/release/release-core.ts';
import { createLog } from '../../src/process/log.ts';
import { accountExportKinds } from '../../src/modules/account-export/account-export.tasks.ts';
import { workloadBulkKinds } from '../../src/modules/workload-bulk/workload-bulk.tasks.ts';
import { customerBulkKinds } from '../../src/modules/customer/customer-bulk.tasks.ts';
import { fleetTasks } from '../../src/modules/fleet/fleet.tasks.ts';
import { commandKind } from '../../src/modules/app-command/app-command.tasks.ts';
import { createKind, dropKind, rotateKind } from '../../src/modules/app-database/app-database.tasks.ts';
import { buildKind, publishKind } from '../../src/modules/app/app-build.tasks.ts';
import { backupKinds } from '../../src/modules/backup/backup.tasks.ts';
import { stagingKinds } from '../../src/modules/staging/staging.tasks.ts';
import { blueprintKinds } from '../../src/modules/blueprint/blueprint.tasks.ts';
import { createMailPort } from '../../src/modules/mail/mail-port.ts';
import { hashPassword } from '../../src/lib/password.ts';
import { openSession } from '../../src/modules/session/session.service.ts';
import { licenseKinds } from '../../src/modules/license/license.tasks.ts';
import { migrationKinds } from '../../src/modules/migration/migration.tasks.ts';
import { siteTasks } from '../../src/modules/site-lifecycle/site.tasks.ts';
import { openDelegations } from '../../src/start/open-egress.ts';
import { createSecretBox } from '../../src/security/secret-box.ts';
import { createUploadPool } from '../../src/uploads/upload-pool.ts';
import { createFolderStorage } from '../../src/storage/folder-storage.ts';
import { createTaskEngine } from '../../src/tasks/task-engine.ts';
import { createInstallationPort } from '../../src/installation/panel-port.ts';
import { createFakeCommands } from '../../src/testing/fake-app-commands.ts';
import { createFakeAppDatabases } from '../../src/testing/fake-app-databases.ts';
import { createFakeBuilds } from '../../src/testing/fake-builds.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';
import { Browser } from './browser.ts';

export const PASSWORD = 'Correct1Horse';
const PORT = 23_099;

/** A clock that tests move. */
export class TestClock {
  offsetMs = 0;
  now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
}

export type Panel = {
  ctx: AppContext;
  app: PanelApp;
  clock: TestClock;
  /** Lines of the log, as JSON text. */
  lines: string[];
  addPartner(values?: Partial<typeof partner.$inferInsert>): Promise<PartnerRow>;
  addUser(
    owner: PartnerRow | null,
    role: UserRow['role'],
    values?: Partial<typeof user.$inferInsert>,
  ): Promise<UserRow>;
  /** A new browser on a partner's panel. */
  browser(owner: PartnerRow, headers?: Record<string, string>): Browser;
  /** The same, with a user signed in. */
  signedIn(owner: PartnerRow, who: UserRow): Promise<Browser>;
  /** Signed in without the form, and thus without its hashing: for tests with many users. */
  entered(owner: PartnerRow, who: UserRow, headers?: Record<string, string>): Promise<Browser>;
  /** Another app on the same database, as after a restart or in another process. */
  restarted(): PanelApp;
  close(): Promise<void>;
};

let passwordHash: Promise<string> | undefined;
const unique = () => randomBytes(5).toString('hex');

/** A port of which these tests call only `known`; any other call fails. */
const portOf = <T extends object>(name: string, known: Partial<T> = {}): T =>
  new Proxy(known, {
    get: (target, key) =>
      Reflect.get(target, key) ??
      (() => {
        throw new Error(`${name}.${String(key)} is not part of this test.`);
      }),
  }) as T;

/** The version of an empty file: its SHA-256. */
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const NO_FILES = { count: 0, bytes: 0, paths: [] };
/** Sites of these tests are rows; other tests cover hosting. */
const hosting = portOf<HostingDriver>('hosting', {
  repositoriesMissing: () => 'Git does not run here.',
  portsOf: portsOfKinds(LOCAL_KINDS),
  runsProcess: (kind) => kind !== 'static',
  capabilities: () => ({
    php: 'native',
    wpVersions: ['7.1.1'],
    phpVersions: [{ id: '8.2', version: '8.2.29', extensions: null }],
    databaseTool: true,
    databases: ['sqlite'],
  }),
  info: async () => ({ wpVersion: '7.1.1', phpVersion: '8.2' }),
  usage: async () => ({ bytes: 1024, files: 3, complete: true }),
  verify: async () => ({
    ok: true,
    checks: [{ name: 'HTTP', ok: true, detail: '200' }],
    info: { wpVersion: '7.1.1', phpVersion: '8.2' },
  }),
  // What a WordPress without scheduled events answers.
  exec: async () => ({ code: 0, stdout: '\npanel-answer:{"events":[],"others":0}\n', stderr: '' }),
  debugLog: async () => ({ enabled: false, size: null, text: '' }),
  folderSizes: async () => ({ entries: [], others: { count: 0, bytes: 0 }, complete: true }),
  folderPage: async () => ({ entries: [], total: 0, complete: true }),
  searchFiles: async () => ({ hits: [], files: 0, large: 0, ended: null }),
  filePart: async () => ({ outcome: 'done', offset: 0, placed: false }),
  zipFiles: async () => ({ outcome: 'done', skipped: 0 }),
  unzipFile: async () => ({ outcome: 'done', fault: null, files: 0, skipped: 0, taken: [], takenCount: 0 }),
  fileText: async () => ({ size: 0, modified: 0, mode: 0o644, version: EMPTY, content: Buffer.alloc(0) }),
  changeFile: async () => ({ outcome: 'done', version: EMPTY }),
  arrived: async () => 'nothing',
  compareFiles: async () => ({ added: NO_FILES, changed: NO_FILES, removed: NO_FILES }),
  tables: async () => [],
  compareContent: async () => null,
  rememberContent: async () => undefined,
  postText: async () => null,
  ...createFakeBuilds(
    { create: async () => undefined, destroy: async () => undefined },
    path.join(tmpdir(), 'panel-no-releases'),
  ),
  ...createFakeAppDatabases(path.join(tmpdir(), 'panel-no-databases')),
  ...createFakeCommands(),
  steps: () => [],
  start: async () => ({ host: '127.0.0.1', port: 1 }),
});

/** Partner changes within one process. */
function localPartners(): PartnerPort {
  const listeners: ((partnerId: string) => void)[] = [];
  return {
    changed: async (id) => listeners.forEach((listener) => listener(id)),
    onChange: (listener) => void listeners.push(listener),
  };
}

/** The panel on its own database, in this process; creates partners and users on demand. */
export async function startPanel(
  settings: { env?: Record<string, string>; parts?: PanelDeps; tasks?: boolean } = {},
): Promise<Panel> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-http-'));
  const read = readConfig({
    PORT: String(PORT),
    DNS_RESOLVERS: '127.0.0.1:1',
    HTTPS_PORT: 'off',
    ...settings.env,
    DATA_DIR: dataDir,
  });
  const { database, url, drop } = await openTestDatabase(read.cacheDir);
  const config: Config = { ...read, databaseUrl: url };
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const clock = new TestClock();
  const { db } = database;
  const secrets = createSecretBox(randomBytes(32));
  // Tasks are stored and stay queued: no worker is running.
  const engine = settings.tasks
    ? await createTaskEngine({
        database,
        log,
        secrets,
        kinds: {
          ...siteTasks(hosting),
          ...backupKinds,
          ...{ 'app.build': buildKind, 'app.publish': publishKind, 'app.command': commandKind },
          ...{
            'app.database-create': createKind,
            'app.database-password': rotateKind,
            'app.database-delete': dropKind,
          },
          ...accountExportKinds,
          ...customerBulkKinds,
          ...workloadBulkKinds,
          ...fleetTasks,
          ...blueprintKinds,
          ...licenseKinds,
          ...stagingKinds,
          ...migrationKinds(hosting),
        },
      })
    : null;
  const releases = await createReleaseCore({ config, db, log, clock, secretKey: randomBytes(32) });
  const uploads = createUploadPool();
  const ctx: AppContext = {
    config,
    db,
    log,
    clock,
    mail: createMailPort({ config, db, log, secrets, clock }),
    payments: null,
    paymentAccounts: portOf<PaymentAccounts>('payment accounts', { isStripe: true, cardForm: null }),
    secrets,
    tasks: engine ?? portOf<TaskEngine>('tasks', { newestOf: async () => [] }),
    planKinds: planKinds(),
    hosting,
    pictures: null,
    outside: portOf<Outside>('outside'),
    directory: null,
    limits: { hit: () => undefined },
    disk: { isLow: async () => false, hasRoom: async () => true },
    holds: { isHeld: () => false, look: async () => undefined },
    sftp: { address: async () => ({ port: 2022, fingerprint: 'SHA256:test' }) },
    edge: portOf<EdgePort>('edge', { invalidate: () => {}, purge: async () => {} }),
    partners: localPartners(),
    releases,
    dns: createDnsDriver(config),
    delegations: openDelegations(config),
    authority: await createAuthority({ config, db, secrets, clock, dns: createDnsDriver(config) }),
    storage: createFolderStorage(path.join(dataDir, 'backups')),
    installation: createInstallationPort({ config, db, clock }),
    machine: oneMachine(hosting),
    uploads,
  };
  const apps = [createApp(ctx, settings.parts)];
  const app = apps[0] as PanelApp;

  async function addPartner(values: Partial<typeof partner.$inferInsert> = {}): Promise<PartnerRow> {
    const slug = `p${unique()}`;
    const [row] = await db
      .insert(partner)
      .values({
        slug,
        name: `Partner ${slug}`,
        domain: `panel.${slug}.test`,
        sitesDomain: `${slug}-sites.test`,
        supportEmail: `help@${slug}.test`,
        ssoSecret: unique(),
        ...values,
      })
      .returning();
    if (!row) throw new Error('No partner was written.');
    await db.insert(partnerHost).values({ host: row.domain, partnerId: row.id });
    return row;
  }
  async function addUser(
    owner: PartnerRow | null,
    role: UserRow['role'],
    values: Partial<typeof user.$inferInsert> = {},
  ): Promise<UserRow> {
    passwordHash ??= hashPassword(PASSWORD);
    const [row] = await db
      .insert(user)
      .values({
        partnerId: owner?.id ?? null,
        role,
        staffRole: role === 'admin' ? 'owner' : null,
        email: `${role}-${unique()}@example.com`,
        passwordHash: await passwordHash,
        ...values,
      })
      .returning();
    if (!row) throw new Error('No user was written.');
    return row;
  }
  const browser = (owner: PartnerRow, headers?: Record<string, string>) =>
    new Browser(app, `http://${owner.domain}:${PORT}`, headers);
  return {
    ctx,
    app,
    clock,
    lines,
    addPartner,
    addUser,
    browser,
    async signedIn(owner, who) {
      const opened = browser(owner);
      const answer = await opened.post('/login', { email: who.email, password: PASSWORD });
      if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}.`);
      return opened;
    },
    async entered(owner, who, headers) {
      const opened = browser(owner, headers);
      const { id, csrfSecret } = await openSession(
        db,
        who,
        { partnerId: owner.id, request: { ip: '127.0.0.1', userAgent: 'test' } },
        clock.now(),
      );
      opened.jar.set('panel_session', id).set('XSRF-TOKEN', csrfToken(csrfSecret, owner.id));
      return opened;
    },
    restarted() {
      const next = createApp(ctx, settings.parts);
      apps.push(next);
      return next;
    },
    async close() {
      for (const each of apps) await each.idle();
      await engine?.stop();
      await uploads.close();
      await releases.close();
      await database.close();
      await drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
