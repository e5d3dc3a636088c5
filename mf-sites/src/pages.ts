import { definePages } from '@panel/core';

export const pages = definePages({
  'site-list': () => import('./features/site/site-list.page.tsx'),
  'site-overview': () => import('./features/overview/site-overview.page.tsx'),
  'backup-list': () => import('./features/backup/backup-list.page.tsx'),
  'create-details': () => import('./features/create/create-details.page.tsx'),
  'create-plan': () => import('./features/create/create-plan.page.tsx'),
  'create-confirm': () => import('./features/create/create-confirm.page.tsx'),
  'create-finish': () => import('./features/create/create-finish.page.tsx'),
});
