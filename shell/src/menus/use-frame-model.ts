import { useMemo } from 'react';
import { frameModel, type FrameModel } from '@panel/frame';
import { usePartner, useRegistry, useViewer } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { useKnownSiteCount } from '@panel/resources/site';
import { manifestsOf } from './manifests.ts';

/** Menus, breadcrumb and titles of the open page, from the manifests. */
export function useFrameModel(): FrameModel {
  const { pathname } = useLocation();
  const registry = useRegistry();
  const partner = usePartner();
  const viewer = useViewer();
  const siteCount = useKnownSiteCount();
  return useMemo(
    () => frameModel({ manifests: manifestsOf(registry), partner, viewer, path: pathname, siteCount }),
    [registry, partner, viewer, pathname, siteCount],
  );
}
