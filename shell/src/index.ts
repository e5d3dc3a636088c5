import '@panel/ui/chrome.css';
import '@panel/ui/ui.css';
// The shell provides these lazily to the remotes; the build provides only what is referred to.
export const lazyParts = [
  () => import('@panel/ui/data'),
  () => import('@panel/ui/form'),
  () => import('@panel/ui/rich'),
];

import './release-recovery/install.ts';
import { start } from './boot/start.tsx';

start();
// Within the page of the brand: the server lets nobody else show a page in a frame.
if (window.parent !== window) void import('./preview/brand-preview.ts').then(({ followBrand }) => followBrand());
