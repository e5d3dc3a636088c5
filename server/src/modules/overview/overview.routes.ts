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
/** Its list belongs to no section. */
const ALWAYS: readonly AttentionKind[] = ['tasks_failed'];

async function overviewOf(context: CallContext): Promise<Overview> {
  const { app } = context;
  const [scope, now] = [scopeOf(context), app.clock.now()];
  const { attributes, isSpecial } = context.partner;
  const shown = (section: Section) => sectionOn({ attributes, is_nucal_partner: isSpecial }, section);
  const shows = { sites: shown('sites'), apps: shown('applications') };
  const kinds = shows.sites ? ATTENTION_KINDS : ALWAYS;
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
