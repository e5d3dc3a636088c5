import type { Reseller, ResellerState } from '@panel/contract';
import { addressOf } from '../../config/config.ts';
import type { CallContext, PartnerRow } from '../../context/call-context.ts';
import type { ResellerFacts } from './reseller.repo.ts';

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

/** A partner as the operator sees it. */
export const publicReseller =
  ({ app, partner: own }: CallContext, facts: ReadonlyMap<string, ResellerFacts>) =>
  (row: PartnerRow): Reseller => {
    const fact = facts.get(row.id);
    return {
      id: row.id,
      name: row.name,
      host: row.domain,
      address: addressOf(app.config, row.domain),
      sites_domain: row.sitesDomain,
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
