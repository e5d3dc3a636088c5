import { panelStore, partnerAtom } from '@panel/core';
import { partnerWith } from '../testing/declared.ts';
import { followFavicon } from './favicon.ts';

test('the icon of an open tab follows the brand', () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg">';
  panelStore.set(partnerAtom, partnerWith(true));
  const stop = followFavicon();
  panelStore.set(partnerAtom, { ...partnerWith(true), favicon: '/brand-images/new.svg' });
  expect(document.querySelector('link[rel="icon"]')).toHaveAttribute('href', '/brand-images/new.svg');
  stop();
});
