import {
  contract,
  SECTION_ATTRIBUTE,
  SECTIONS,
  sectionOn,
  sectionsOf,
  WIRE_PATHS,
  type CallMeta,
  type Partner,
  type Section,
  type SectionRule,
  type SectionState,
  type User,
} from '@panel/contract';
import type { Registry, RemoteManifest } from '@panel/contract/manifest';

/** The remotes that a visitor of a partner may load. */
export type RemotesFor = (partner: Partner, user: User | null) => Registry | Promise<Registry>;

/** How many customers have something in a section; sections without such data are left out. */
export type SectionCustomers = Partial<Record<Section, number>>;

/** The given partner with every section on, to include what is off. */
const allOn = (partner: Partner): Partner => ({ ...partner, is_nucal_partner: true, attributes: {} });

/** Manifests of all remotes of a partner, regardless of who can open them. */
export async function manifestsOf(remotesFor: RemotesFor, partner: Partner, viewer: User): Promise<RemoteManifest[]> {
  const roles = ['customer', 'admin', 'superadmin'] as const;
  const registries = await Promise.all(roles.map((role) => remotesFor(allOn(partner), { ...viewer, role })));
  const found = registries.flatMap(({ remotes }) => remotes.map(({ manifest }) => manifest));
  return [...new Map(found.map((manifest) => [manifest.id, manifest])).values()];
}

/** Whether switching a section off closes what has this rule: no other section of it is on. */
const needs = (rule: SectionRule | undefined, section: Section, partner: Partner): boolean => {
  const sections = rule ? sectionsOf(rule) : [];
  return sections.includes(section) && !sections.some((other) => other !== section && sectionOn(partner, other));
};

/** Calls of the contract that are closed without a section. */
const callsOf = (section: Section, partner: Partner): SectionState['calls'] =>
  Object.values(contract).flatMap((calls) =>
    Object.values(calls).flatMap(({ '~orpc': { route, meta } }) => {
      if (!needs((meta as CallMeta).section, section, partner)) return [];
      const path = route.path ?? '';
      return [{ method: route.method ?? 'GET', path: WIRE_PATHS[path] ?? path, summary: route.summary ?? '' }];
    }),
  );

/** A section's switch and what it controls: pages, their menu entries, calls. */
function sectionState(
  section: Section,
  partner: Partner,
  manifests: readonly RemoteManifest[],
  customers: number,
): SectionState {
  const routes = manifests.flatMap((manifest) => manifest.routes.filter((route) => route.section === section));
  const entries = manifests.flatMap(({ menu }) =>
    menu.filter((entry) => entry.section === section || routes.some(({ path }) => path === entry.to)),
  );
  const links = new Map(entries.map(({ label, to }) => [`${label} ${to}`, { label, to }]));
  return {
    section,
    switched_on: partner.attributes[SECTION_ATTRIBUTE[section]] !== 'false',
    on: sectionOn(partner, section),
    needs_special_partner: section === 'applications' && !partner.is_nucal_partner,
    customers,
    pages: routes.map(({ path, title }) => ({ path, title })),
    menu: [...links.values()],
    calls: callsOf(section, partner),
  };
}

/** The state of every section of a partner. */
export const sectionStates = (
  partner: Partner,
  manifests: readonly RemoteManifest[],
  customers: SectionCustomers,
): SectionState[] => SECTIONS.map((section) => sectionState(section, partner, manifests, customers[section] ?? 0));
