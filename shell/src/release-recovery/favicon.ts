import { panelStore, partnerAtom } from '@panel/core';

/** The tab's icon is the partner's, and follows when the brand changes while the tab is open. */
export function followFavicon(): () => void {
  return panelStore.sub(partnerAtom, () => {
    const favicon = panelStore.get(partnerAtom)?.favicon;
    if (favicon) document.querySelector('link[rel="icon"]')?.setAttribute('href', favicon);
  });
}
