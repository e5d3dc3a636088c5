import { useState } from 'react';
import { ownStorage } from '@panel/core';

export const SITE_VIEWS = ['table', 'tiles'] as const;
export type SiteView = (typeof SITE_VIEWS)[number];

const KEY = 'sites.view';

/** How this browser shows the list of sites; kept between visits. */
export function useSiteView(): [SiteView, (view: SiteView) => void] {
  const [view, setView] = useState<SiteView>(() => (ownStorage.local.getItem(KEY) === 'tiles' ? 'tiles' : 'table'));
  return [
    view,
    (next) => {
      ownStorage.local.setItem(KEY, next);
      setView(next);
    },
  ];
}
