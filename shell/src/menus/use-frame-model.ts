import { useMemo } from 'react';
import { frameModel, type FrameModel } from '@panel/frame';
import { usePartner, useRegistry, useViewer } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { useKnownSiteCount } from '@panel/resources/site';
import { useInitialHasSites } from './initial-sites.ts';
import { manifestsOf } from './manifests.ts';

/** Menus, breadcrumb and titles of the open page, from the manifests. */
export function useFrameModel(): FrameModel {
  const { pathname } = useLocation();
  const registry = useRegistry();
  const partner = usePartner();
  const viewer = useViewer();
  const known = useKnownSiteCount();
  const initial = useInitialHasSites();
  const hasSites = known === undefined ? initial : known > 0;
  return useMemo(
    () => frameModel({ manifests: manifestsOf(registry), partner, viewer, path: pathname, hasSites }),
    [registry, partner, viewer, pathname, hasSites],
  );
}
