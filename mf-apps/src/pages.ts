import { definePages } from '@panel/core';

export const pages = definePages({
  'app-list': () => import('./features/app/app-list.page.tsx'),
  'project-list': () => import('./features/project/project-list.page.tsx'),
  'new-app': () => import('./features/new/new-app.page.tsx'),
  'repository-settings': () => import('./features/new/repository-settings.page.tsx'),
  'start-building': () => import('./features/new/start-building.page.tsx'),
  'new-app-finish': () => import('./features/new/new-app-finish.page.tsx'),
  'manual-deploy': () => import('./features/new/manual-deploy.page.tsx'),
  'app-overview': () => import('./features/manage/app-overview.page.tsx'),
  'app-manage': () => import('./features/manage/app-manage.page.tsx'),
  'app-builds': () => import('./features/build/app-builds.page.tsx'),
  'build-settings': () => import('./features/build/build-settings.page.tsx'),
  'submission-list': () => import('./features/submission/submission-list.page.tsx'),
  'database-list': () => import('./features/database/database-list.page.tsx'),
});
