import { panelStore, partnerAtom } from '@panel/core';

/** The tab's picture is the partner's: when the brand changes while the tab is open, it follows. */
export function followFavicon(): () => void {
  return panelStore.sub(partnerAtom, () => {
    const favicon = panelStore.get(partnerAtom)?.favicon;
    if (favicon) document.querySelector('link[rel="icon"]')?.setAttribute('href', favicon);
  });
}
