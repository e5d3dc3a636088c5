import { definePages } from '@panel/core';

export const pages = definePages({
  'app-list': () => import('./features/app/app-list.page.tsx'),
  'project-list': () => import('./features/project/project-list.page.tsx'),
  'new-app': () => import('./features/new/new-app.page.tsx'),
  'repository-settings': () => import('./features/new/repository-settings.page.tsx'),
  'pick-repo': () => import('./features/import/pick-repo.page.tsx'),
  'site-settings': () => import('./features/import/site-settings.page.tsx'),
  'existing-finish': () => import('./features/import/existing-finish.page.tsx'),
  'pick-frontend-repo': () => import('./features/import/pick-frontend-repo.page.tsx'),
  'frontend-settings': () => import('./features/import/frontend-settings.page.tsx'),
  'pick-backend-repo': () => import('./features/import/pick-backend-repo.page.tsx'),
  'backend-settings': () => import('./features/import/backend-settings.page.tsx'),
  'select-plan': () => import('./features/import/select-plan.page.tsx'),
  'fullstack-confirm': () => import('./features/import/fullstack-confirm.page.tsx'),
  'start-building': () => import('./features/new/start-building.page.tsx'),
  'new-app-finish': () => import('./features/new/new-app-finish.page.tsx'),
  'manual-deploy': () => import('./features/new/manual-deploy.page.tsx'),
  'app-overview': () => import('./features/manage/app-overview.page.tsx'),
  'app-manage': () => import('./features/manage/app-manage.page.tsx'),
  'app-builds': () => import('./features/build/app-builds.page.tsx'),
  'build-settings': () => import('./features/build/build-settings.page.tsx'),
});
