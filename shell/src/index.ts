import '@panel/ui/chrome.css';
import '@panel/ui/ui.css';
// The lazy part of the facade is provided to the remotes by the shell; the build provides only what is referred to.
export const lazyParts = () => import('@panel/ui/data');

import { start } from './boot/start.tsx';

start();
