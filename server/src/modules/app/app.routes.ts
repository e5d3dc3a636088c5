import type { App } from '@panel/contract';
import { isStaff, signedIn } from '../../http/call-context.ts';
import { calls } from '../../http/implement.ts';
import { listApps, type AppRow } from './app.repo.ts';

function publicApp({ id, fqdn, name, type, domainType, planType, createdAt }: AppRow): App {
  return { id, fqdn, name, type, domain_type: domainType, plan_type: planType, created_at: createdAt.toISOString() };
}

export const appRoutes = {
  list: calls.app.list.handler(async ({ context, input }) => {
    const user = signedIn(context);
    const { pageIndex, pageSize, orderBy, searchKey } = input;
    const scope = { partnerId: context.partner.id, customerId: isStaff(user) ? ('staff' as const) : user.id };
    const sortOrder = input.sortOrder ?? (orderBy === 'created_at' ? 'desc' : 'asc');
    const { total, rows } = await listApps(context.app.db, scope, {
      limit: pageSize,
      offset: pageIndex * pageSize,
      orderBy,
      sortOrder,
      searchKey,
    });
    return {
      pageIndex,
      pageSize,
      totalCount: total,
      totalPage: Math.ceil(total / pageSize),
      pageElements: rows.map(publicApp),
    };
  }),
};
