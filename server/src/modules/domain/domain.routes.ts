import { calls } from '../../context/implement.ts';
import { checkNow, connectDomain, dropDomain, showDomain, updateFqdn } from './domain.service.ts';

const { domain } = calls;

export const domainRoutes = {
  update: domain.update.handler(({ context, input }) => updateFqdn(context, input)),
  bySite: domain.bySite.handler(({ context, input }) => showDomain(context, input.id)),
  check: domain.check.handler(({ context, input }) => checkNow(context, input.id)),
  connect: domain.connect.handler(({ context, input }) => connectDomain(context, input.id)),
  remove: domain.remove.handler(({ context, input }) => dropDomain(context, input.id)),
};
