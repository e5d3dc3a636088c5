import { directoryPrefetch } from './directory-list.tsx';

export { DirectoryList as Component } from './directory-list.tsx';
export const prefetch = directoryPrefetch('theme');
