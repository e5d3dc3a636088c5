import { definePages } from '@panel/core';

/** The shell's own pages; each is a chunk of its own, like a remote's. */
export const pages = definePages({
  dashboard: () => import('./pages/dashboard/dashboard.page.tsx'),
  welcome: () => import('./pages/welcome/welcome.page.tsx'),
  'get-started': () => import('./pages/get-started/get-started.page.tsx'),
  login: () => import('./pages/session/login.page.tsx'),
  'second-factor': () => import('./pages/session/second-factor.page.tsx'),
  logout: () => import('./pages/session/logout.page.tsx'),
  signup: () => import('./pages/session/signup.page.tsx'),
  'forgot-password': () => import('./pages/session/forgot-password.page.tsx'),
  'reset-password': () => import('./pages/session/reset-password.page.tsx'),
  'set-password': () => import('./pages/session/set-password.page.tsx'),
  'account-link': () => import('./pages/session/account-link.page.tsx'),
  forbidden: () => import('./pages/errors/forbidden.page.tsx'),
});
