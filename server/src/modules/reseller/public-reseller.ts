import type { Reseller, ResellerState } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { CallContext, PartnerRow } from '../../context/call-context.ts';
import { panelCertificates, type KnownCertificate } from '../certificate/panel-host.repo.ts';
import { publicCertificate } from './public-certificate.ts';
import { factsOf, type ResellerFacts } from './reseller.repo.ts';

/** The same as the conditions of the list (reseller.repo.ts). */
function stateOf({ deletesAt, suspendedAt }: PartnerRow): ResellerState {
  if (deletesAt) return 'deleting';
  return suspendedAt ? 'suspended' : 'active';
}

export const limitsOf = ({ customersMax, sitesMax, diskMaxGb }: PartnerRow) => ({
  customers: customersMax,
  sites: sitesMax,
  disk_gb: diskMaxGb,
});

type Known = { facts: ReadonlyMap<string, ResellerFacts>; certificates: ReadonlyMap<string, KnownCertificate> };

const publicReseller =
  ({ app, partner: own }: CallContext, { facts, certificates }: Known) =>
  (row: PartnerRow): Reseller => {
    const fact = facts.get(row.id);
    return {
      id: row.id,
      name: row.name,
      host: row.domain,
      address: addressOf(app.config, row.domain),
      certificate: publicCertificate(app, row.domain, certificates.get(row.id)),
      sites_domain: row.sitesDomain,
      nameserver_domain: row.nameserverDomain,
      support_email: row.supportEmail,
      is_special: row.isSpecial,
      state: stateOf(row),
      is_own: row.id === own.id,
      limits: limitsOf(row),
      used: { customers: fact?.customers ?? 0, sites: fact?.sites ?? 0, disk_bytes: fact?.diskBytes ?? 0 },
      invited: fact?.invited ?? null,
      suspended_at: row.suspendedAt?.toISOString() ?? null,
      deletes_at: row.deletesAt?.toISOString() ?? null,
      created_at: row.createdAt.toISOString(),
    };
  };

/** Partners as the operator sees them. */
export async function publicResellers(context: CallContext, rows: readonly PartnerRow[]): Promise<Reseller[]> {
  const { db, clock } = context.app;
  const facts = await factsOf(
    db,
    rows.map(({ id }) => id),
  );
  const panels = rows.map(({ id, domain }) => ({ id, host: domain }));
  const certificates = await panelCertificates(db, panels, clock.now());
  return rows.map(publicReseller(context, { facts, certificates }));
}
