import { CHANNEL_ACTIONS, type Beacon } from '@panel/contract';
import { PLATFORM_ERRORS } from '@panel/contract/platform-errors';
import type { Release } from '@panel/contract/release';
import { createHash, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import * as v from 'valibot';
import { release as releaseTable } from '../db/schema.ts';
import { takeBeacons } from '../platform/release/beacon.service.ts';
import { changeChannel } from '../platform/release/channel.service.ts';
import { storeRelease } from '../platform/release/publish.service.ts';
import { MANIFEST_FILE } from '../platform/release/release-store.ts';
import type { PartnerRow } from './scenario.repo.ts';
import type { TestServer } from './start-test-server.ts';

const Version = v.string();
/** Releases of a package for one test, their changes, and the partner's browser reports. */
export const ReleaseInput = v.object({
  versions: v.optional(v.array(Version), []),
  /** Versions without a request for this many days. */
  daysUnused: v.optional(v.number(), 0),
  changes: v.optional(
    v.array(
      v.object({
        action: v.picklist(CHANNEL_ACTIONS),
        version: v.optional(Version),
        percent: v.optional(v.number()),
        own: v.optional(v.boolean(), false),
      }),
    ),
    [],
  ),
  /** Versions whose signature the storage has lost, after all changes. */
  unsigned: v.optional(v.array(Version), []),
  beacons: v.optional(
    v.array(
      v.object({
        version: Version,
        ms: v.optional(v.number()),
        reason: v.optional(v.picklist(PLATFORM_ERRORS)),
        detail: v.optional(v.string()),
        stack: v.optional(v.string()),
        times: v.optional(v.number(), 1),
      }),
    ),
    [],
  ),
});
export type ReleaseInput = v.InferOutput<typeof ReleaseInput>;

/** The author, as in the audit log. */
const SCENARIO_OPERATOR = 'scenario@panel.example';
const DAY_MS = 24 * 3_600_000;

function releaseOf(name: string, version: string, code: Buffer): Release {
  const route = {
    path: `/${name}`,
    page: 'start',
    title: 'Start',
    audience: 'signed-in' as const,
    layout: 'default' as const,
    skeleton: 'text' as const,
  };
  return {
    format: 1,
    package: name,
    version,
    container: name.replaceAll('-', '_'),
    commit: createHash('sha1').update(version).digest('hex'),
    author: 'Ada Lovelace',
    note: `Make ${version} ready`,
    createdAt: new Date().toISOString(),
    entry: 'entry.js',
    styles: [],
    preload: [],
    pages: { start: { files: [], shared: [] } },
    shared: {},
    integrity: { 'entry.js': `sha384-${createHash('sha384').update(code).digest('base64')}` },
    needs: { shared: {}, exports: {}, contract: '1.0.0' },
    manifest: { id: name, name: 'Scenario', routes: [route], menu: [], slots: [], offers: [] },
  };
}

/** Publishes, changes and reports through the product's own functions. Returns the name of the package. */
export async function makeReleases({ app, db }: TestServer, partner: PartnerRow, input: ReleaseInput): Promise<string> {
  const name = `mf-x${randomBytes(5).toString('hex')}`;
  for (const version of input.versions) {
    const code = Buffer.from(`/* ${name} ${version} */`);
    const release = releaseOf(name, version, code);
    const text = JSON.stringify(release);
    await storeRelease(app, {
      release,
      text,
      signature: app.releases.keys.installation.sign(text),
      files: new Map([['entry.js', code]]),
      by: SCENARIO_OPERATOR,
    });
  }
  for (const { own, ...change } of input.changes)
    await changeChannel(
      app,
      { package: name, ...change, ...(own ? { partner: partner.domain } : {}) },
      SCENARIO_OPERATOR,
    );
  for (const version of input.unsigned) {
    const id = { package: name, version };
    const stored = await app.releases.store.get(id, MANIFEST_FILE);
    if (!stored) throw new Error(`There is no ${name} ${version} to spoil.`);
    await app.releases.store.put(id, new Map([[MANIFEST_FILE, stored]]));
    await app.releases.look(id);
  }
  for (const { version, ms, times, ...failure } of input.beacons) {
    const event: Beacon = failure.reason
      ? { package: name, version, kind: 'error', ...failure }
      : { package: name, version, kind: 'load', ms: ms ?? 100 };
    // Each is another visitor's page view, from another network.
    for (let i = 0; i < times; i++) {
      const visit = { viewer: null, visitor: randomBytes(8).toString('hex'), request: { ip: `10.${i % 256}.0.1` } };
      const token = app.releases.views.issue(partner.id, [event]);
      await takeBeacons({ app, partner, log: app.log, ...visit }, { token, events: [event] });
    }
  }
  if (input.daysUnused > 0) {
    const then = new Date(Date.now() - input.daysUnused * DAY_MS);
    await db
      .update(releaseTable)
      .set({
        lastServedAt: then,
        claimedAt: then,
        publishedAt: sql`${releaseTable.publishedAt} - ${input.daysUnused} * interval '1 day'`,
      })
      .where(eq(releaseTable.package, name));
  }
  return name;
}
