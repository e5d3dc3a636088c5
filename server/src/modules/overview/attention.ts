import {
  ATTENTION_NAMED,
  FAILED_TASK_DAYS,
  type AttentionKind,
  type Overview,
  type SiteWarning,
} from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import type { Scope } from '../../db/select-page.ts';
import { spreadReads } from '../../db/spread-reads.ts';
import { pageOfLicenses } from '../license/license.repo.ts';
import { listMigrations } from '../migration/migration.repo.ts';
import { listApps } from '../app/app.repo.ts';
import { readFacts } from '../site/site-health.repo.ts';
import { siteHealth } from '../site/site-health.ts';
import { listSites, type SiteFilter } from '../site/site-list.repo.ts';

type Attention = Overview['attention'][number];
type Found = Pick<Attention, 'count' | 'list' | 'objects'>;
type Finder = (app: AppContext, scope: Scope) => Promise<Found>;

const DAY_MS = 86_400_000;
const NEWEST = { limit: ATTENTION_NAMED, offset: 0, orderBy: 'created_at', sortOrder: 'desc' } as const;
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

// Each asks what its list asks, so that number and list agree.

type Told = Pick<Attention['objects'][number], 'reason' | 'at'>;
type SiteState = Parameters<typeof siteHealth>[0];

/** What a list is about, of all that may be wrong with a site. */
const TOLD = {
  down(site: SiteState): Told {
    return { reason: siteHealth(site).reasons[0]?.code ?? null, at: site.brokenAt };
  },
  certificate(site: SiteState): Told {
    const found = siteHealth(site).reasons.some(({ code }) => code === 'Certificate');
    return { reason: found ? 'Certificate' : null, at: null };
  },
  disk: (): Told => ({ reason: null, at: null }),
};

async function sitesWith(
  app: AppContext,
  scope: Scope,
  { filter, list, told }: { filter: SiteFilter; list: string; told: (site: SiteState) => Told },
): Promise<Found> {
  const { total, rows } = await listSites(app.db, scope, { ...NEWEST, ...filter });
  return {
    ...{ count: total, list },
    objects: rows.map(({ id, fqdn, customerEmail, status, taskId, health }) => ({
      ...{ id, name: fqdn, detail: customerEmail },
      ...told({ ...health, status, taskId }),
    })),
  };
}

const withWarning =
  (warning: SiteWarning): Finder =>
  (app, scope) =>
    sitesWith(app, scope, {
      filter: { warning: [warning] },
      list: `/admin/sites?warning=${warning}`,
      told: TOLD[warning],
    });

const FINDERS: Readonly<Record<AttentionKind, Finder>> = {
  sites_down: (app, scope) =>
    sitesWith(app, scope, { filter: { health: ['down'] }, list: '/admin/sites?health=down', told: TOLD.down }),

  async apps_down({ db }, scope) {
    const { total, rows } = await listApps(db, scope, NEWEST, { health: ['down'] });
    return {
      ...{ count: total, list: '/admin/apps?health=down' },
      objects: rows.map(({ workload: { id, fqdn, status }, customerEmail, taskId, health }) => ({
        ...{ id, name: fqdn, detail: customerEmail },
        ...TOLD.down({ ...readFacts(health), status, taskId }),
      })),
    };
  },

  async tasks_failed({ clock, tasks }, scope) {
    const from = new Date(clock.now().getTime() - (FAILED_TASK_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
    const { total, rows } = await tasks.list(scope, { status: ['failed'], from }, NEWEST);
    return {
      ...{ count: total, list: `/admin/tasks?status=failed&from=${from}` },
      objects: rows.map(({ task_id, title, label, ended_at }) => ({
        ...{ id: task_id, name: title, reason: null, detail: label, at: ended_at },
      })),
    };
  },

  async payments_failed({ db }, scope) {
    const { total, rows } = await pageOfLicenses(db, scope, { payment: 'past_due' }, NEWEST);
    return {
      ...{ count: total, list: '/admin/licenses?payment=past_due' },
      objects: rows.map((row) => ({
        ...{ id: row.id, name: row.email, reason: null, detail: row.productName, at: iso(row.toDate) },
      })),
    };
  },

  certificates: withWarning('certificate'),
  disk: withWarning('disk'),

  async migrations_waiting({ db }, scope) {
    const longest = { ...NEWEST, sortOrder: 'asc' } as const;
    const { total, rows } = await listMigrations(db, scope, { status: ['pending'] }, longest);
    return {
      ...{ count: total, list: '/admin/migration?status=pending&sortOrder=asc' },
      objects: rows.map(({ id, fqdn, customerEmail, createdAt }) => ({
        ...{ id, name: fqdn, reason: null, detail: customerEmail, at: iso(createdAt) },
      })),
    };
  },
};

/** Finds what needs attention of these kinds, in their order; kinds of which there is nothing are left out. */
export async function attentionOf(
  app: AppContext,
  scope: Scope,
  kinds: readonly AttentionKind[],
): Promise<Attention[]> {
  const found = await spreadReads(kinds.map((kind) => async () => ({ kind, ...(await FINDERS[kind](app, scope)) })));
  return found.filter(({ count }) => count > 0);
}
