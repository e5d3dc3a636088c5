import { calls } from '../../context/implement.ts';
import { paged } from '../../kernel/paged.ts';
import { scopeOf } from '../../context/scope.ts';
import { listZones } from './dns.repo.ts';
import {
  checkMailOf,
  deleteRecords,
  exportZone,
  readZoneFile,
  showVersions,
  showZone,
  updateZone,
  watchPropagation,
  wireFacts,
} from './dns.service.ts';
import { domainNameservers } from './nameservers.repo.ts';
import { checkPropagation, digResult } from './propagation.service.ts';

const { dns } = calls;

export const dnsRoutes = {
  nameservers: dns.nameservers.handler(({ context }) => context.partner.nameservers),
  digResult: dns.digResult.handler(({ context, input }) => digResult(context, input.fqdn)),
  propagation: dns.propagation.handler(async ({ context, input: { fqdn } }) => {
    const { app, partner } = context;
    const nameservers = (await domainNameservers(app.db, scopeOf(context), fqdn)) ?? partner.nameservers;
    return checkPropagation(app.config.dnsResolvers, fqdn, nameservers, app.clock.now());
  }),
  watchPropagation: dns.watchPropagation.handler(({ context, input }) => watchPropagation(context, input.fqdn)),
  mailCheck: dns.mailCheck.handler(({ context, input }) => checkMailOf(context, input)),
  list: dns.list.handler(({ context, input }) =>
    paged(
      input,
      (slice) => listZones(context.app.db, scopeOf(context), input, slice),
      (row) => ({ ...wireFacts(row), kind: row.isApp ? 'app' : 'site', record_count: row.records.length }),
    ),
  ),
  byFqdn: dns.byFqdn.handler(({ context, input }) => showZone(context, input.fqdn)),
  versions: dns.versions.handler(({ context, input }) => showVersions(context, input.fqdn)),
  update: dns.update.handler(({ context, input }) => updateZone(context, input)),
  deleteRrset: dns.deleteRrset.handler(({ context, input }) => deleteRecords(context, input)),
  readZoneFile: dns.readZoneFile.handler(({ context, input }) => readZoneFile(context, input)),
  zoneFile: dns.zoneFile.handler(({ context, input }) => exportZone(context, input.fqdn)),
};
