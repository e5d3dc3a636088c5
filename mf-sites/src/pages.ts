import { definePages } from '@panel/core';

export const pages = definePages({
  'site-list': () => import('./features/site/site-list.page.tsx'),
  'bin-list': () => import('./features/bin/bin-list.page.tsx'),
  'site-overview': () => import('./features/overview/site-overview.page.tsx'),
  'backup-list': () => import('./features/backup/backup-list.page.tsx'),
  'wp-manager': () => import('./features/extension/wp-manager.page.tsx'),
  'plugin-library': () => import('./features/extension/plugin-library.page.tsx'),
  'theme-library': () => import('./features/extension/theme-library.page.tsx'),
  'installed-plugins': () => import('./features/extension/installed-plugins.page.tsx'),
  'installed-themes': () => import('./features/extension/installed-themes.page.tsx'),
  'apply-select': () => import('./features/extension/apply-select.page.tsx'),
  'apply-confirm': () => import('./features/extension/apply-confirm.page.tsx'),
  'apply-done': () => import('./features/extension/apply-done.page.tsx'),
  'site-settings': () => import('./features/settings/site-settings.page.tsx'),
  'site-tools': () => import('./features/tools/site-tools.page.tsx'),
  'create-details': () => import('./features/create/create-details.page.tsx'),
  'create-plan': () => import('./features/create/create-plan.page.tsx'),
  'create-confirm': () => import('./features/create/create-confirm.page.tsx'),
  'create-finish': () => import('./features/create/create-finish.page.tsx'),
});
