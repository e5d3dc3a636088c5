import { randomBytes, randomUUID } from 'node:crypto';
import { desc, eq, inArray, sql } from 'drizzle-orm';
import {
  app,
  appBuild,
  appPreview,
  appProject,
  backup,
  blueprint,
  extension,
  extensionRun,
  migration,
  notification,
  workload,
  workloadHost,
  staging,
  task,
} from '../../src/db/schema.ts';
import { giveLicense } from '../../src/modules/license/license.repo.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import type { Browser } from '../http/browser.ts';
import type { Panel } from '../http/harness.ts';
import type { Objects, Persona } from './access-rows.ts';
import type { Call } from './calls.ts';

export type World = {
  owner: UserRow;
  users: Record<Exclude<Persona, 'anonymous'>, UserRow>;
  partner: PartnerRow;
  foreign: PartnerRow;
  hostOf(who: Persona): PartnerRow;
  /** A browser of a persona with its own session. */
  browserOf(who: Persona): Promise<Browser>;
  /** New objects of the owner. */
  objects(who: Persona): Promise<Objects>;
};

type Attributes = Partial<Pick<PartnerRow, 'attributes'>>;

/** Each test creates its own sites. */
const MANY_SITES = { planType: 'BUSINESS' };

export const isReading = ({ method, meta }: Pick<Call, 'method' | 'meta'>): boolean =>
  method === 'GET' && !meta.changes;

/** Calls that change nothing, and whose pace nobody counts: all of them can be about the same objects. */
export const isShared = (call: Pick<Call, 'method' | 'meta'>): boolean =>
  isReading(call) && !call.meta.limit && !call.meta.heavy;

/** Refusals before anything is done: the objects are as they were. */
const UNCHANGED: ReadonlySet<string | undefined> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND']);

/** Objects for calls of one world: those that are refused, or only read, are about the same ones; all others have their own. */
export function objectsOf(world: World, shared: Objects, call: Call) {
  return async (who: Persona, outcome: string | undefined): Promise<Objects> =>
    isReading(call) || UNCHANGED.has(outcome) ? { ...shared, here: world.hostOf(who) } : world.objects(who);
}

/** Two partners with customers and staff; creates objects of one customer on demand. */
export async function makeWorld(panel: Panel, { attributes = {} }: Attributes = {}): Promise<World> {
  const { db } = panel.ctx;
  const partner = await panel.addPartner({ isSpecial: true, attributes, nameservers: ['ns1.example.com'] });
  const foreign = await panel.addPartner({ isSpecial: true, attributes });
  const users: Record<Exclude<Persona, 'anonymous'>, UserRow> = {
    owner: await panel.addUser(partner, 'customer', MANY_SITES),
    neighbour: await panel.addUser(partner, 'customer', MANY_SITES),
    foreignCustomer: await panel.addUser(foreign, 'customer', MANY_SITES),
    admin: await panel.addUser(partner, 'admin'),
    foreignAdmin: await panel.addUser(foreign, 'admin'),
    superadmin: await panel.addUser(null, 'superadmin'),
  };
  const hostOf = (who: Persona) => (who === 'foreignCustomer' || who === 'foreignAdmin' ? foreign : partner);

  /** One insert for all: the tests of access add thousands of sites. */
  async function addSites(...sites: Partial<typeof workload.$inferInsert>[]): Promise<{ id: string; fqdn: string }[]> {
    const rows = sites.map((values) => {
      const name = `s${randomBytes(5).toString('hex')}`;
      return {
        ...{ partnerId: partner.id, customerId: users.owner.id, name, fqdn: `${name}.${partner.sitesDomain}` },
        ...{ kind: 'wordpress' as const, type: 'wordpress' as const, status: 'ready' as const, infraDomainId: name },
        ...{ assignedAt: new Date(), adminUser: 'owner' },
        ...values,
      };
    });
    const added = await db.insert(workload).values(rows).returning({ id: workload.id, fqdn: workload.fqdn });
    await db.insert(workloadHost).values(added.map(({ id, fqdn }) => ({ fqdn, workloadId: id })));
    return added;
  }

  /** An application of the owner from a template, with one build whose release is live. */
  async function addApp(): Promise<Pick<Objects, 'appId' | 'buildId' | 'previewId' | 'projectId' | 'binnedAppId'>> {
    const owned = { partnerId: partner.id, customerId: users.owner.id };
    const [project] = await db
      .insert(appProject)
      .values({ ...owned, name: 'Shop' })
      .returning({ id: appProject.id });
    const [row, binned] = await addSites(
      { kind: 'node', type: sql`'node'` as never, adminUser: '' },
      { kind: 'node', type: sql`'node'` as never, status: 'moving', binnedAt: new Date() },
    );
    if (!project || !row || !binned) throw new Error('The application was not written.');
    const values = { type: 'frontend', mode: 'template', source: 'template', templateId: 'static-page' } as const;
    await db.insert(app).values([
      { id: row.id, ...values, projectId: project.id, builds: 1 },
      { id: binned.id, ...values },
    ]);
    const [build] = await db
      .insert(appBuild)
      .values({ appId: row.id, number: 1, status: 'success', trigger: 'create', isKept: true, endedAt: new Date() })
      .returning({ id: appBuild.id });
    if (!build) throw new Error('The build was not written.');
    await db.update(app).set({ liveBuildId: build.id }).where(eq(app.id, row.id));
    const key = randomBytes(5).toString('hex');
    const times = { pushedAt: new Date(), endsAt: new Date(Date.now() + 86_400_000) };
    const [preview] = await db
      .insert(appPreview)
      .values({ appId: row.id, branch: 'next', key, label: `next-${key}`, ...times })
      .returning({ id: appPreview.id });
    if (!preview) throw new Error('The preview was not written.');
    return { appId: row.id, buildId: build.id, previewId: preview.id, projectId: project.id, binnedAppId: binned.id };
  }

  return {
    owner: users.owner,
    users,
    partner,
    foreign,
    hostOf,
    browserOf: async (who) => (who === 'anonymous' ? panel.browser(partner) : panel.entered(hostOf(who), users[who])),
    async objects(who) {
      const [ready, binned, created, failed, live, stage, own] = await addSites(
        {},
        // All tests together make more sites than a plan has; a staging site needs no room in it.
        { status: 'moving', binnedAt: new Date(), isStage: true },
        { status: 'created' },
        { status: 'failed', assignedAt: null },
        {},
        { isStage: true },
        { domainType: 'custom_domain', fqdn: `d${randomBytes(5).toString('hex')}.example` },
      );
      if (!ready || !binned || !created || !failed || !live || !stage || !own)
        throw new Error('The sites were not written.');
      const [work] = await db
        .insert(task)
        .values({
          partnerId: partner.id,
          customerId: users.owner.id,
          userId: users.owner.id,
          kind: 'site.create',
          resource: 'site',
          resourceId: ready.id,
          title: ready.fqdn,
          status: 'succeeded',
          endedAt: new Date(),
        })
        .returning({ id: task.id });
      const [stored, before] = await db
        .insert(backup)
        .values([
          { workloadId: ready.id, taskId: randomUUID(), name: 'First', type: 'manual', status: 'succeeded' },
          { workloadId: live.id, taskId: randomUUID(), name: 'Before', type: 'system_generated', status: 'succeeded' },
        ])
        .returning({ id: backup.id });
      await db
        .insert(staging)
        .values({ workloadId: stage.id, parentId: live.id, publishedParts: 'files', backupId: before?.id });
      const [move] = await db
        .insert(migration)
        .values({
          ...{ partnerId: partner.id, customerId: users.owner.id, type: 'host', fqdn: `moved.${partner.sitesDomain}` },
          token: randomBytes(32).toString('base64url'),
        })
        .returning({ id: migration.id, token: migration.token });
      // A customer has a limited number of them; the newest are those of calls that run now.
      const older = db
        .select({ id: blueprint.id })
        .from(blueprint)
        .where(eq(blueprint.customerId, users.owner.id))
        .orderBy(desc(blueprint.createdAt))
        .offset(10);
      await db.delete(blueprint).where(inArray(blueprint.id, older));
      const [pattern] = await db
        .insert(blueprint)
        .values({
          ...{ partnerId: partner.id, customerId: users.owner.id, siteId: ready.id, siteFqdn: ready.fqdn },
          ...{ taskId: randomUUID(), name: 'Shop', includesContent: false, status: 'succeeded' },
        })
        .returning({ id: blueprint.id });
      const [told] = await db
        .insert(notification)
        .values({ partnerId: partner.id, userId: users.owner.id, type: 'site_created', description: 'Made' })
        .returning({ id: notification.id });
      const owned = { partnerId: partner.id, customerId: users.owner.id, kind: 'plugin' } as const;
      const [version] = await db
        .insert(extension)
        .values({
          ...owned,
          slug: `e${randomBytes(5).toString('hex')}`,
          name: 'Contact',
          version: '1.0',
          author: '',
          description: '',
          fileSize: 1,
          digest: '',
        })
        .returning({ id: extension.id, slug: extension.slug });
      const [run] = await db
        .insert(extensionRun)
        .values({ ...owned, action: 'activate', items: [] })
        .returning({ id: extensionRun.id });
      const license = await giveLicense(
        db,
        { partnerId: partner.id, customerId: users.owner.id, product: 'site_basic', termMonths: 1, autoRenewal: false },
        new Date(),
      );
      if (!work || !told || !stored || !pattern || !move || !version || !run)
        throw new Error('The objects were not written.');
      return {
        siteId: ready.id,
        fqdn: ready.fqdn,
        domain: own.fqdn,
        backupId: stored.id,
        binnedSiteId: binned.id,
        stagingId: stage.id,
        migrationId: move.id,
        migrationToken: move.token,
        blueprintId: pattern.id,
        createdSiteId: created.id,
        failedFqdn: failed.fqdn,
        taskId: work.id,
        notificationId: told.id,
        extensionId: version.id,
        extensionSlug: version.slug,
        runId: run.id,
        userId: users.owner.id,
        customerId: (await panel.addUser(partner, 'customer', { passwordHash: null })).id,
        ownerEmail: users.owner.email,
        licenseId: license.id,
        licenseKey: license.key,
        ...(await addApp()),
        here: hostOf(who),
      };
    },
  };
}
