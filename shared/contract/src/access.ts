import type { Audience, MenuEntry, RemoteManifest } from './schemas/manifest.ts';
import type { Partner } from './schemas/partner.ts';
import type { Role } from './schemas/user.ts';
import { anySectionOn, type SectionRule } from './sections.ts';
import { memberMay, type MemberDuty, type Membership } from './member-roles.ts';
import { mayDo, type StaffDuty, type StaffMember } from './staff-roles.ts';

export type Viewer = (StaffMember & { role: Role; member?: Membership | undefined }) | null;
export type Access = 'ok' | 'login' | 'forbidden' | 'off';
type PartnerFlags = Pick<Partner, 'attributes' | 'is_nucal_partner'>;

/** Whether the viewer belongs to the audience (decision: Roles and routes). */
export function inAudience(audience: Audience, viewer: Viewer): boolean {
  if (audience === 'public') return true;
  if (!viewer) return false;
  if (audience === 'signed-in') return true;
  if (audience === 'customer') return viewer.role === 'customer';
  if (audience === 'superadmin') return viewer.role === 'superadmin';
  return viewer.role !== 'customer';
}

/**
 * Whether the viewer may open this. `off` (shown as 404) comes first, so that a disabled section reveals nothing;
 * `login` sends an anonymous visitor to the sign-in and back. Browser and server share this function.
 */
export function decideAccess(
  rule: { audience: Audience; section?: SectionRule; staff?: StaffDuty | undefined; member?: MemberDuty | undefined },
  partner: PartnerFlags,
  viewer: Viewer,
): Access {
  if (rule.section && !anySectionOn(partner, rule.section)) return 'off';
  const duty = rule.member ?? (rule.section ? 'see' : 'any');
  if (inAudience(rule.audience, viewer))
    return mayDo(rule.staff, viewer) && memberMay(duty, viewer?.member) ? 'ok' : 'forbidden';
  return viewer ? 'forbidden' : 'login';
}

export type Declared = Pick<RemoteManifest, 'id' | 'routes' | 'menu'>;

/** Entries of one menu that the viewer can see, in order: checks audience and section of the entry and of its route. */
export function menuEntries(
  manifests: readonly Declared[],
  menu: MenuEntry['menu'],
  partner: PartnerFlags,
  viewer: Viewer,
): MenuEntry[] {
  const visible: MenuEntry[] = [];
  for (const manifest of manifests) {
    for (const entry of manifest.menu) {
      if (entry.menu !== menu) continue;
      const route = manifest.routes.find((candidate) => candidate.path === entry.to);
      const audience = entry.audience ?? route?.audience ?? 'signed-in';
      const rules = [{ audience, section: entry.section }, ...(route ? [route] : [])];
      if (rules.some((rule) => decideAccess(rule, partner, viewer) !== 'ok')) continue;
      if (entry.attribute && partner.attributes[entry.attribute as keyof typeof partner.attributes] !== 'true')
        continue;
      visible.push(entry);
    }
  }
  return visible.sort((a, b) => a.order - b.order);
}

/** A part of a remote that fills a slot, and the remote's display name. */
export type SlotPart = { remoteId: string; remote: string; part: string };

/** The parts of one slot that the viewer can see, in order. */
export function slotParts(
  manifests: readonly (Pick<RemoteManifest, 'id' | 'name'> & Partial<Pick<RemoteManifest, 'slots'>>)[],
  slot: string,
  partner: PartnerFlags,
  viewer: Viewer,
): SlotPart[] {
  return manifests
    .flatMap(({ id, name, slots = [] }) =>
      slots.map((entry) => ({ entry, part: { remoteId: id, remote: name, part: entry.part } })),
    )
    .filter(({ entry }) => entry.slot === slot && decideAccess(entry, partner, viewer) === 'ok')
    .sort((a, b) => a.entry.order - b.entry.order)
    .map(({ part }) => part);
}
