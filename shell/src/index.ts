import '@panel/ui/chrome.css';
import '@panel/ui/ui.css';
// The shell provides these lazily to the remotes; the build includes only what is referenced.
export const lazyParts = [
  () => import('jotai/utils'),
  () => import('@panel/ui/data'),
  () => import('@panel/ui/form'),
  () => import('@panel/ui/rich'),
];

import './release-recovery/install.ts';
import { loadOwnWords } from './boot/own-words.ts';
import { isPreview } from './preview/is-preview.ts';

// Evaluated when it is called, from this same script: constants of its modules hold texts in the language of the page.
const begin = () => import(/* webpackMode: "eager" */ './boot/start.tsx').then(({ start }) => start());

const begun = loadOwnWords().then(begin);
// What files may run is known from the start on.
if (isPreview()) void begun.then(() => import('./preview/brand-preview.ts')).then(({ followBrand }) => followBrand());
