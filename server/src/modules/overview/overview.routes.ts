import { ATTENTION_KINDS, sectionOn, type AttentionKind, type Overview, type Section } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { calls } from '../../context/implement.ts';
import { scopeOf } from '../../context/scope.ts';
import { spreadReads } from '../../db/spread-reads.ts';
import { countApps } from '../app/app.repo.ts';
import { factsOf, listCustomers } from '../customer/customer.repo.ts';
import { publicCustomer } from '../customer/public-customer.ts';
import { listSites } from '../site/site-list.repo.ts';
import { attentionOf } from './attention.ts';
import { growthOf } from './growth.ts';

const NEWEST = { limit: 5, offset: 0, orderBy: 'created_at', sortOrder: 'desc' } as const;
/** Kinds whose list does not belong to the section of sites: failed tasks belong to none. */
const ELSEWHERE: Partial<Record<AttentionKind, 'always' | 'apps'>> = { tasks_failed: 'always', apps_down: 'apps' };

async function overviewOf(context: CallContext): Promise<Overview> {
  const { app } = context;
  const [scope, now] = [scopeOf(context), app.clock.now()];
  const { attributes, isSpecial } = context.partner;
  const shown = (section: Section) => sectionOn({ attributes, is_nucal_partner: isSpecial }, section);
  const shows = { sites: shown('sites'), apps: shown('applications') };
  const shownIn = { ...shows, always: true };
  const kinds = ATTENTION_KINDS.filter((kind) => shownIn[ELSEWHERE[kind] ?? 'sites']);
  const [attention, growth, customers, sites, apps] = await spreadReads([
    () => attentionOf(app, scope, kinds),
    () => growthOf(app.db, scope, now, shows),
    () => listCustomers(app.db, scope, {}, NEWEST),
    () => (shows.sites ? listSites(app.db, scope, { ...NEWEST, limit: 0 }) : null),
    () => (shows.apps ? countApps(app.db, scope) : null),
  ]);
  const facts = await factsOf(
    app.db,
    customers.rows.map(({ id }) => id),
    now,
  );
  return {
    ...{ attention, ...growth },
    customers: customers.total,
    sites: sites && sites.total,
    apps,
    newest_customers: customers.rows.map(publicCustomer(facts)),
  };
}

export const overviewRoutes = {
  get: calls.overview.get.handler(({ context }) => overviewOf(context)),
};
