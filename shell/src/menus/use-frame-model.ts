import { useMemo } from 'react';
import { frameModel, type FrameModel } from '@panel/frame';
import { languageOf } from '@panel/contract/languages';
import { findRoute, pageLocale, t, usePartner, useRegistry, useViewer } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { useKnownApp } from '@panel/resources/app';
import { useKnownSiteCount, useKnownSite } from '@panel/resources/site';
import { useInitialHasSites } from './initial-sites.ts';
import { manifestsOf } from './manifests.ts';
import { useAnnouncement } from './use-announcement.ts';

/** Menus, breadcrumb and titles of the open page, from the manifests. */
export function useFrameModel(): FrameModel {
  const { pathname } = useLocation();
  const registry = useRegistry();
  const partner = usePartner();
  const viewer = useViewer();
  const known = useKnownSiteCount();
  const initial = useInitialHasSites();
  const announcement = useAnnouncement();
  const hasSites = known === undefined ? initial : known > 0;
  const manifests = useMemo(() => manifestsOf(registry), [registry]);
  const match = useMemo(() => findRoute(manifests, pathname), [manifests, pathname]);
  const site = useKnownSite(match?.route.layout === 'manage-site' ? match.params['id'] : undefined);
  const app = useKnownApp(match?.route.layout === 'manage-app' ? match.params['id'] : undefined);
  return useMemo(
    () =>
      frameModel({
        ...{ manifests, partner, viewer, path: pathname, hasSites, announcement, site, app },
        language: languageOf(pageLocale()) ?? undefined,
        say: t,
      }),
    [manifests, partner, viewer, pathname, hasSites, announcement, site, app],
  );
}
