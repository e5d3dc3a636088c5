import type { CallContext } from './call-context.ts';
import { audit } from './audit.repo.ts';
import { PanelError } from '../kernel/errors.ts';
import { attempt } from './rate-limit.ts';
import { hostName } from '../lib/host-name.ts';

/** Tenant fields that clients send out of habit (decision: Tenancy). */
export type TenantHints = {
  partner_id?: string | null;
  partner_domain?: string | null;
  reseller_email?: string | null;
  user_id?: string | null;
  /** Compared for customers only; for staff it names the customer that the call concerns. */
  customer_id?: string | null;
};

function wrongHint({ partner, viewer }: CallContext, hints: TenantHints): string | null {
  const user = viewer?.user;
  // A member sends their own id or that of the account.
  const own = [user?.id, viewer?.member?.user.id];
  const domain = hints.partner_domain
    ? hostName(hints.partner_domain.replace(/^https?:\/\//, '').replace(/\/$/, ''))
    : undefined;
  if (hints.partner_id && hints.partner_id !== partner.id) return 'partner_id';
  if (domain !== undefined && domain !== partner.domain && domain !== partner.sitesDomain) return 'partner_domain';
  if (hints.reseller_email && hints.reseller_email.toLowerCase() !== partner.supportEmail.toLowerCase())
    return 'reseller_email';
  if (hints.user_id && !own.includes(hints.user_id)) return 'user_id';
  if (hints.customer_id && user?.role === 'customer' && hints.customer_id !== user.id) return 'customer_id';
  return null;
}

/** Wrong tenants of an account, and of an anonymous address; each is an entry in the audit log. */
const MISMATCHES = { tries: 30, windowSeconds: 900 };

/**
 * Compares tenant fields of the input with host and session; such values are never used for anything else.
 * @throws PanelError TENANT_MISMATCH, with an entry in the audit log; RATE_LIMITED after too many
 */
export async function checkTenant(context: CallContext, hints: TenantHints): Promise<void> {
  const wrong = wrongHint(context, hints);
  if (!wrong) return;
  const { app, partner, viewer, request } = context;
  const who = { partnerId: partner.id, ip: request.ip, account: viewer?.user.id ?? '' };
  await attempt(app, 'tenant-mismatch', MISMATCHES, who);
  await audit(
    app.db,
    'tenant.mismatch',
    { partnerId: partner.id, userId: viewer?.user.id ?? null, request },
    { field: wrong, path: request.path },
  );
  throw new PanelError('TENANT_MISMATCH', {}, { redirectUrl: '/forbidden' });
}
