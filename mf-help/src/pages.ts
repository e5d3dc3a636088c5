import { definePages } from '@panel/core';

export const pages = definePages({
  'help-home': () => import('./features/home/help-home.page.tsx'),
  'hosting-guide': () => import('./features/home/hosting-guide.page.tsx'),
});
