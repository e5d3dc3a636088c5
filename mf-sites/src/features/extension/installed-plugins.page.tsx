import { installedPrefetch } from './installed-list.tsx';

export { InstalledList as Component } from './installed-list.tsx';
export const prefetch = installedPrefetch('plugin');
