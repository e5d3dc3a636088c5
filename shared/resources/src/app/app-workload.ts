import type { App } from '@panel/core';
import { cannotVisitApp } from './app.can.ts';
import { appOverviewPath } from './app.paths.ts';

/** Pages that an uploaded application has not. */
const BUILT_PAGES = /^\/manage-app\/(?:build-settings|cdn)\//;
/** Steps on the way to something for one application only. */
const OWN_PAGES = /^\/manage-app\/upgrade\/(?:bring-your-own-domain|finish)\//;

/** The same page of another application, as far as it has that page; otherwise its overview. */
export function sameAppPage(pathname: string, from: string, to: Pick<App, 'id' | 'type'>): string {
  const missing = OWN_PAGES.test(pathname) || (to.type === 'manual' && BUILT_PAGES.test(pathname));
  const own = encodeURIComponent(from);
  return missing || !pathname.endsWith(`/${own}`)
    ? appOverviewPath(to.id)
    : pathname.slice(0, -own.length) + encodeURIComponent(to.id);
}

/** What lists call an application, as properties of a `ResourceName`: its picture, name and address. */
export const appName = ({ name, fqdn, picture_url }: Pick<App, 'name' | 'fqdn' | 'picture_url'>) => ({
  icon: 'apps' as const,
  picture: picture_url,
  title: name,
  detail: fqdn,
});

/** What a `WorkloadHeader` shows of an application. */
export const appWorkload = (app: App) => ({
  icon: 'apps' as const,
  title: app.name,
  fqdn: app.fqdn,
  url: cannotVisitApp(app) ? null : app.url,
  picture: app.picture_url,
  isProtected: app.is_password_protected,
  status: app.status,
  health: app.health,
});
