import type { ShellManifest } from '@panel/contract/release';

const asking = { audience: 'public', layout: 'login', skeleton: 'form' } as const;

/**
 * The shell's own pages, declared like a remote's: guard, menus, breadcrumbs, palette and the initial HTML read them.
 * Plain data without a parser, because it is part of the first script.
 */
export const manifest: ShellManifest = {
  id: 'shell',
  name: 'Panel',
  routes: [
    {
      path: '/',
      page: 'dashboard',
      title: 'Dashboard',
      audience: 'signed-in',
      layout: 'dashboard',
      skeleton: 'cards',
    },
    {
      path: '/dashboard',
      page: 'dashboard',
      title: 'Dashboard',
      audience: 'signed-in',
      layout: 'dashboard',
      skeleton: 'cards',
    },
    { path: '/welcome', page: 'welcome', title: 'Welcome', audience: 'customer', layout: 'welcome', skeleton: 'text' },
    {
      path: '/get-started',
      page: 'get-started',
      title: 'Get started',
      audience: 'customer',
      layout: 'container',
      skeleton: 'text',
    },
    { path: '/login', page: 'login', title: 'Sign in', ...asking },
    { path: '/secondFactor', page: 'second-factor', title: 'Second factor', ...asking, unlisted: true },
    { path: '/logout', page: 'logout', title: 'Logout', ...asking, skeleton: 'text' },
    { path: '/signup', page: 'signup', title: 'Create an account', ...asking },
    { path: '/forgotPassword', page: 'forgot-password', title: 'Forgot your password?', ...asking },
    { path: '/resetPassword', page: 'reset-password', title: 'Reset your password', ...asking },
    { path: '/setPassword', page: 'set-password', title: 'Set your password', ...asking },
    { path: '/accountLink', page: 'account-link', title: 'Your account', ...asking, unlisted: true },
    {
      path: '/forbidden',
      page: 'forbidden',
      title: 'Access denied',
      audience: 'public',
      layout: 'default',
      skeleton: 'text',
      unlisted: true,
    },
  ],
  slots: [],
  offers: ['dashboard.cards', 'help.panel'],
  menu: [
    { menu: 'main', label: 'Dashboard', to: '/', icon: 'dashboard', order: 10 },
    { menu: 'account', label: 'Dashboard', to: '/dashboard', icon: 'dashboard', order: 10, audience: 'customer' },
    { menu: 'profile', label: 'Logout', to: '/logout', icon: 'logout', order: 100, audience: 'signed-in' },
  ],
};
