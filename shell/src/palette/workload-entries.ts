import {
  decideAccess,
  fillPattern,
  findRoute,
  menuEntries,
  type App,
  type CustomerAccount,
  type Site,
} from '@panel/core';
import { iconOf } from '@panel/frame';
import { appOverviewPath } from '@panel/resources/app';
import { customerName, customerPath, customerState } from '@panel/resources/customer';
import { cannotOpen, healthLabel, overviewPath } from '@panel/resources/site';
import type { About, PaletteEntry } from './palette-entries.ts';
import type { Recent } from './recent.ts';

/** Whether the viewer may open the page at a path. */
export const mayOpen = ({ manifests, partner, viewer }: About, path: string): boolean => {
  const page = findRoute(manifests, path.split('?')[0] ?? '');
  return page !== null && decideAccess(page.route, partner, viewer) === 'ok';
};

/** Target of a site: its overview, or its row in the viewer's list. */
export function siteEntry(about: About, site: Site): PaletteEntry | null {
  const { viewer, manifests } = about;
  const overview = site.site_id && !cannotOpen(site) ? overviewPath(site.site_id) : null;
  const list = viewer?.role === 'customer' ? '/sites' : '/admin/sites';
  const opens = overview !== null && mayOpen(about, overview);
  if (!opens && !findRoute(manifests, list)) return null;
  const status = healthLabel(site);
  const { title, customer_name, customer_email } = site;
  const whose = viewer?.role === 'customer' ? status : (customer_name ?? customer_email ?? status);
  return {
    key: `site ${site.infra_domain_id}`,
    group: 'sites',
    label: site.fqdn,
    // The server finds it by its title, too, so that must be seen, and count as a name.
    hint: [title, whose].filter(Boolean).join(' · '),
    keywords: [title, customer_email].filter(Boolean).join(', ') || undefined,
    to: opens ? overview : `${list}?q=${encodeURIComponent(site.fqdn)}`,
    icon: 'sites',
  };
}

/** Target of an application: its overview. */
export function appEntry(about: About, app: App): PaletteEntry | null {
  const to = appOverviewPath(app.id);
  if (!mayOpen(about, to)) return null;
  const hint = `${app.fqdn} · ${healthLabel(app)}`;
  return { key: `app ${app.id}`, group: 'apps', label: app.name, hint, keywords: app.fqdn, to, icon: 'apps' };
}

/** Target of a customer: the page that staff have about them. */
export function customerEntry(about: About, customer: CustomerAccount): PaletteEntry | null {
  const to = customerPath(customer.id);
  if (!mayOpen(about, to)) return null;
  const label = customerName(customer);
  const { email } = customer;
  const hint = [label === email ? '' : email, customerState(customer).label].filter(Boolean).join(' · ');
  return { key: `customer ${customer.id}`, group: 'customers', label, hint, keywords: email, to, icon: 'users' };
}

export const recentPath = ({ kind, id }: Recent): string => (kind === 'site' ? overviewPath(id) : appOverviewPath(id));

/** What the viewer opened last. */
export const recentEntries = (recent: readonly Recent[]): PaletteEntry[] =>
  recent.map((one) => ({
    key: `${one.kind} ${one.id}`,
    group: 'recent',
    label: one.name,
    hint: '',
    to: recentPath(one),
    icon: one.kind === 'site' ? 'sites' : 'apps',
  }));

/** The pages and actions of a site or an application, from its menu: "backup of shop" and "ssl shop" find them. */
export const taskEntries = ({ manifests, partner, viewer }: About, { kind, id, name }: Recent): PaletteEntry[] =>
  menuEntries(manifests, kind === 'site' ? 'manage-site' : 'manage-app', partner, viewer)
    // Entries of staging sites and of uploaded applications open the same pages.
    .filter(({ to, sites, apps }) => to.includes(':id') && sites !== 'staging' && apps !== 'manual')
    .map(({ label, to, panel, icon = '', words }) => ({
      key: `task ${id} ${label}`,
      group: 'actions',
      label,
      hint: name,
      keywords: words,
      to: fillPattern(to, { id }) + (panel ? `?panel=${panel}` : ''),
      icon: iconOf(icon),
    }));
