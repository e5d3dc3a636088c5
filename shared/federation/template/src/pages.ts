import { definePages } from '@panel/core';

/** Ids of the manifest → files, loaded on demand. */
export const pages = definePages({
  hello: () => import('./features/hello/hello.page.tsx'),
  'hello-card': () => import('./features/hello/hello-card.part.tsx'),
});
