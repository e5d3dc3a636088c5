import { definePages } from '@panel/core';

export const pages = definePages({
  'app-list': () => import('./features/app/app-list.page.tsx'),
  'submission-list': () => import('./features/submission/submission-list.page.tsx'),
  'database-list': () => import('./features/database/database-list.page.tsx'),
});
