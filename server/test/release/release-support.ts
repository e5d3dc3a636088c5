import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Registry, Running } from '@panel/contract';
import type { Build, Release, Signature } from '@panel/contract/release';
import { registryChange, release as releaseTable } from '../../src/db/schema.ts';
import { createReleaseCore } from '../../src/platform/release/release-core.ts';
import { createReleaseSource } from '../../src/platform/release/visitor-set.ts';
import {
  startTestServer,
  type Answer,
  type Client,
  type PartnerRow,
  type TestServer,
} from '../../src/testing/index.ts';
import { writeBuild, writeBuilds } from '../web/fixture.ts';

export const TOKEN = 'an-operator-token-of-these-tests';
export const OFFERS = {
  shared: { '@panel/core': '1.2.0', '@panel/ui': '1.4.0' },
  exports: { '@panel/ui': ['Button', 'Text'] },
  contract: '1.3.0',
};

/** A folder that is removed after the test. */
export function folder(t: TestContext): string {
  const made = mkdtempSync(path.join(tmpdir(), 'panel-release-'));
  t.after(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** All packages as they come with a panel; the shell declares what it offers. */
export function bundle(t: TestContext): string {
  const root = folder(t);
  writeBuilds(root);
  const file = path.join(root, 'shell', 'dist', 'manifest.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), offers: OFFERS }));
  return root;
}

export type Upload = { manifest: string; signature: Signature | null; files: { name: string; brotli: string }[] };

export const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
export const rawPublicKey = (key: KeyObject): Buffer =>
  (createPublicKey(key).export({ type: 'spki', format: 'der' }) as Buffer).subarray(12);

export function signText(key: KeyObject, text: string): Signature {
  const keyId = createHash('sha256').update(rawPublicKey(key)).digest('hex').slice(0, 16);
  return { keyId, signature: sign(null, Buffer.from(text), key).toString('base64') };
}

/** A release of a package as its team would upload it; `change` edits the manifest before it is signed. */
export function makeUpload(
  t: TestContext,
  key: KeyObject,
  id: string,
  mark: string,
  change: (release: Release) => unknown = (release) => release,
): Upload {
  const root = folder(t);
  const build: Build = writeBuild(root, id, mark);
  const release: Release = {
    ...build,
    ...(id === 'shell' ? { offers: OFFERS } : {}),
    format: 1,
    commit: 'c'.repeat(40),
    createdAt: new Date().toISOString(),
  };
  const manifest = JSON.stringify(change(release));
  const files = Object.keys(build.integrity).map((name) => ({
    name,
    brotli: readFileSync(path.join(root, id, 'dist', `${name}.br`)).toString('base64'),
  }));
  return { manifest, signature: signText(key, manifest), files };
}

export type ReleasePanel = {
  server: TestServer;
  partner: PartnerRow;
  other: PartnerRow;
  /** A developer's key for their own panel. */
  key: KeyObject;
  root: string;
  operator(method: string, address: string, body?: unknown, token?: string | null): Promise<Answer>;
  publish(id: string, mark: string, change?: (release: Release) => unknown): Promise<Answer>;
  /** One action on a channel; fails the test when it is rejected. */
  change(id: string, action: string, more?: Record<string, unknown>): Promise<Answer>;
  /** Version of a package for a client (by default a new browser), or undefined when it gets none. */
  version(id: string, client?: Client, query?: string): Promise<string | undefined>;
  registry(client?: Client, query?: string): Promise<Registry>;
  running(id: string, of: PartnerRow): Promise<Running>;
};

/** The current time, plus what a test adds. */
export class MovedClock {
  offsetMs = 0;
  now = () => new Date(Date.now() + this.offsetMs);
}

/**
 * Another process of the installation, just started: it has opened no release yet. `alone` as with the embedded
 * database.
 */
export async function anotherProcess(
  t: TestContext,
  { server, partner }: Pick<ReleasePanel, 'server' | 'partner'>,
  { alone = false } = {},
) {
  const secretKey = Buffer.from(readFileSync(path.join(server.dataDir, 'secret.key'), 'utf8').trim(), 'hex');
  const releases = await createReleaseCore({ ...server.app, alone, secretKey });
  t.after(() => releases.close());
  const source = createReleaseSource(releases);
  /** A page view; returns its version of mf-help. */
  const help = async () =>
    (await source.setFor({ partnerId: partner.id, key: null }, { avoid: [] })).remotes.find(
      ({ release }) => release.package === 'mf-help',
    );
  return { app: { ...server.app, releases }, releases, help };
}

/** A panel with its pages, two partners and an operator. */
export async function openPanel(
  t: TestContext,
  env: Record<string, string> = {},
  options: { clock?: { now(): Date }; root?: string } = {},
): Promise<ReleasePanel> {
  const root = options.root ?? bundle(t);
  const server = await startTestServer({
    web: true,
    clock: options.clock,
    env: { WEB_DIR: root, OPERATOR_TOKEN: TOKEN, ...env },
  });
  t.after(() => server.stop());
  const [partner, other] = [await server.scenario.partner(), await server.scenario.partner()];
  const key = createPrivateKey(readFileSync(path.join(server.dataDir, 'keys', 'release.pem'), 'utf8'));
  const anonymous = server.anonymous(partner);
  const operator = (method: string, address: string, body?: unknown, token: string | null = TOKEN) =>
    server.anonymous(partner).send(method, address, body, token === null ? {} : { authorization: `Bearer ${token}` });
  const registry = async (client: Client = anonymous, query = '') =>
    (await client.get<Registry>(`/platform/registry${query}`)).body;
  return {
    server,
    partner,
    other,
    key,
    root,
    operator,
    registry,
    publish: (id, mark, change) => operator('POST', '/platform/releases', makeUpload(t, key, id, mark, change)),
    async change(id, action, more = {}) {
      const answer = await operator('POST', `/platform/channels/${id}`, { action, ...more });
      if (answer.status !== 200) throw new Error(`${action} ${id}: ${answer.text}`);
      return answer;
    },
    version: async (id, client, query) =>
      (await registry(client, query)).remotes.find(({ manifest }) => manifest.id === id)?.version,
    async running(id, of) {
      const { body } = await operator('GET', `/platform/running?package=${id}`);
      const found = (body['running'] as Running[]).find((each) => each.partner === of.domain);
      if (!found) throw new Error(`Nothing is known of ${id} at ${of.domain}.`);
      return found;
    },
  };
}

type Manifest = Release['manifest'];
/** For `makeUpload`: another manifest of the remote. */
export const declared = (change: (manifest: Manifest) => Partial<Manifest>) => (release: Release) => ({
  ...release,
  manifest: { ...release.manifest, ...change(release.manifest) },
});

/** For `publish`: a remote with one public page, at /billing. */
export const billing =
  (menu: object[] = []) =>
  (release: object) => ({
    ...release,
    pages: { billing: { files: ['chunk.js'], shared: [] } },
    manifest: {
      id: 'mf-billing',
      name: 'Billing',
      routes: [
        {
          path: '/billing',
          page: 'billing',
          title: 'Billing',
          audience: 'public',
          layout: 'default',
          skeleton: 'text',
        },
      ],
      menu,
      slots: [],
      offers: [],
    },
  });

/** All that a refused upload must not change. */
export async function traces({ server }: ReleasePanel) {
  const { db, releases } = server.app;
  return {
    rows: (await db.select().from(releaseTable)).length,
    changes: (await db.select().from(registryChange)).length,
    stored: (await releases.store.list()).length,
  };
}
