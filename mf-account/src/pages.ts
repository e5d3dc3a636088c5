import { definePages } from '@panel/core';

export const pages = definePages({
  profile: () => import('./features/profile/profile.page.tsx'),
  'notification-list': () => import('./features/notification/notification-list.page.tsx'),
  'api-token-list': () => import('./features/api-token/api-token-list.page.tsx'),
  security: () => import('./features/security/security.page.tsx'),
  'change-password': () => import('./features/password/change-password.page.tsx'),
  'password-changed': () => import('./features/password/password-changed.page.tsx'),
});
