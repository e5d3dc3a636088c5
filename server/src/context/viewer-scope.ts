import { decideAccess, type Audience, type MemberDuty, type SectionRule } from '@panel/contract';
import type { Context } from 'hono';
import type { Scope } from '../db/select-page.ts';
import { publicPartner } from './public-partner.ts';
import type { AppContext } from './app-context.ts';
import { asAccount, mayAsMember, shownRole } from './member-rule.ts';
import { scopeOfUser } from './scope.ts';
import type { PanelEnv } from './env.ts';
import { needsSecondFactor } from './second-factor-rule.ts';

/** Beside the calls: the scope of a request's sender; null for who may not see the section, which is that of
 * sites by default, or has to set up a second factor first. */
export async function scopeOfViewer(
  { config }: Pick<AppContext, 'config'>,
  c: Context<PanelEnv>,
  audience: Audience,
  section: SectionRule = 'sites',
  duty: MemberDuty = 'see',
): Promise<Scope | null> {
  const [partner, found] = [c.get('partner'), await c.get('viewer')()];
  const viewer = found && asAccount(found);
  const access = decideAccess(
    { audience, section },
    publicPartner(config, partner),
    viewer && { role: shownRole(viewer.user) },
  );
  if (!viewer || access !== 'ok' || needsSecondFactor(partner, viewer.user)) return null;
  return mayAsMember(duty, viewer) ? scopeOfUser(partner.id, viewer.user, viewer.member) : null;
}
