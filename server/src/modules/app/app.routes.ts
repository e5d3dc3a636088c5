import type { App } from '@panel/contract';
import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { scopeOf } from '../../context/scope.ts';
import { listApps, type AppRow } from './app.repo.ts';

const wireApp = ({ id, fqdn, name, type, domainType, planType, createdAt }: AppRow): App => ({
  id,
  fqdn,
  name,
  type,
  domain_type: domainType,
  plan_type: planType,
  created_at: createdAt.toISOString(),
});

export const appRoutes = {
  list: calls.app.list.handler(({ context, input }) =>
    paged(input, (slice) => listApps(context.app.db, scopeOf(context), slice, input.searchKey), wireApp),
  ),
};
