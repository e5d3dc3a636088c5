import { definePages } from '@panel/core';

export const pages = definePages({
  libraries: () => import('./features/libraries.page.tsx'),
  library: () => import('./features/library.page.tsx'),
});
