import type { Audience, MenuEntry, RemoteManifest, RouteDeclaration } from './schemas/manifest.ts';
import type { Partner } from './schemas/partner.ts';
import type { Role } from './schemas/user.ts';
import { sectionOn, type Section } from './sections.ts';

export type Viewer = { role: Role } | null;
export type Access = 'ok' | 'login' | 'forbidden' | 'off';
type PartnerFlags = Pick<Partner, 'attributes' | 'is_nucal_partner'>;

/** Does the viewer belong to the audience? (decision: Roles and routes) */
export function inAudience(audience: Audience, viewer: Viewer): boolean {
  if (audience === 'public') return true;
  if (!viewer) return false;
  if (audience === 'signed-in') return true;
  if (audience === 'customer') return viewer.role === 'customer';
  if (audience === 'superadmin') return viewer.role === 'superadmin';
  return viewer.role !== 'customer';
}

/**
 * May the viewer open this? `off` (shown as 404) comes first, so that a switched-off section tells nothing;
 * `login` asks an anonymous visitor to sign in and come back. Browser and server both use this one function.
 */
export function decideAccess(
  rule: { audience: Audience; section?: Section },
  partner: PartnerFlags,
  viewer: Viewer,
): Access {
  if (rule.section && !sectionOn(partner, rule.section)) return 'off';
  if (inAudience(rule.audience, viewer)) return 'ok';
  return viewer ? 'forbidden' : 'login';
}

export type Declared = Pick<RemoteManifest, 'id' | 'routes' | 'menu'>;

/** Entries of one menu that the viewer may see, in order: audience and section of the entry and of its route. */
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

/** A part of a remote that fills a slot, and what people call that remote. */
export type SlotPart = { remoteId: string; remote: string; part: string };

/** The parts of one slot that the viewer may see, in order: the other half of what manifests say of each other. */
export function slotParts(
  manifests: readonly Pick<RemoteManifest, 'id' | 'name' | 'slots'>[],
  slot: string,
  partner: PartnerFlags,
  viewer: Viewer,
): SlotPart[] {
  return manifests
    .flatMap(({ id, name, slots }) =>
      slots.map((entry) => ({ entry, part: { remoteId: id, remote: name, part: entry.part } })),
    )
    .filter(({ entry }) => entry.slot === slot && decideAccess(entry, partner, viewer) === 'ok')
    .sort((a, b) => a.entry.order - b.entry.order)
    .map(({ part }) => part);
}

/** Path parameters when `path` fits the pattern (`:name`, `:name?` at the end, `*` at the end), else null. */
export function matchPattern(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  const given = path.split('/').filter(Boolean);
  const params: Record<string, string> = {};
  for (let i = 0; i < wanted.length; i++) {
    const part = wanted[i] as string;
    if (part === '*') return params;
    const value = given[i];
    if (part.startsWith(':')) {
      if (value === undefined) {
        if (part.endsWith('?')) continue;
        return null;
      }
      try {
        params[part.slice(1).replace(/\?$/, '')] = decodeURIComponent(value);
      } catch {
        return null;
      }
    } else if (part !== value) return null;
  }
  return given.length > wanted.length ? null : params;
}

export type RouteMatch = { remoteId: string; route: RouteDeclaration; params: Record<string, string> };

/** The declared route that owns a path; literal parts win over parameters. */
export function findRoute(manifests: readonly Declared[], path: string): RouteMatch | null {
  let best: (RouteMatch & { score: number }) | null = null;
  for (const manifest of manifests) {
    for (const route of manifest.routes) {
      const params = matchPattern(route.path, path);
      if (!params) continue;
      const score = route.path.split('/').filter((part) => part && !part.startsWith(':') && part !== '*').length;
      if (!best || score > best.score) best = { remoteId: manifest.id, route, params, score };
    }
  }
  return best;
}

/** Fills `:name` of a pattern from parameters; an optional one that is missing is left out. */
export function fillPattern(pattern: string, params: Record<string, string | undefined>): string {
  const parts = pattern.split('/').flatMap((part) => {
    if (!part.startsWith(':')) return [part];
    const value = params[part.slice(1).replace(/\?$/, '')];
    return value === undefined ? [] : [encodeURIComponent(value)];
  });
  return parts.join('/') || '/';
}

/** The pages above a route, outermost first, then the route itself: breadcrumbs come from the manifests. */
export function routeTrail(manifests: readonly Declared[], match: RouteMatch): RouteDeclaration[] {
  const all = manifests.flatMap((manifest) => manifest.routes);
  const trail = [match.route];
  let parent = match.route.parent;
  while (parent && trail.length < 8) {
    const above = all.find((route) => route.path === parent);
    if (!above || trail.includes(above)) break;
    trail.unshift(above);
    parent = above.parent;
  }
  return trail;
}
