import { libraryPrefetch } from './extension-list.tsx';

export { ExtensionList as Component } from './extension-list.tsx';
export const prefetch = libraryPrefetch('theme');
