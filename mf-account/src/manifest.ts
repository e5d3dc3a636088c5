import { defineManifest } from '@panel/contract/manifest';
import { FIRST_PAGE, read } from '@panel/contract/reads';

export const manifest = defineManifest({
  id: 'mf-account',
  name: 'Account',
  routes: [
    {
      path: '/my-account/profile',
      page: 'profile',
      title: 'Profile',
      audience: 'customer',
      layout: 'my-account',
      skeleton: 'detail',
      reads: [read.user.profile()],
    },
    {
      path: '/my-account/notifications',
      page: 'notification-list',
      title: 'Notifications',
      audience: 'customer',
      layout: 'my-account',
      skeleton: 'list',
      reads: [read.notification.list(FIRST_PAGE)],
    },
    {
      path: '/my-account/change-password',
      page: 'change-password',
      title: 'Change password',
      audience: 'customer',
      layout: 'my-account',
      parent: '/my-account/profile',
      skeleton: 'form',
    },
    {
      path: '/my-account/password-changed',
      page: 'password-changed',
      title: 'Password changed',
      audience: 'customer',
      layout: 'my-account',
      parent: '/my-account/profile',
      skeleton: 'form',
      unlisted: true,
    },
    {
      path: '/change-password',
      page: 'change-password',
      title: 'Change password',
      audience: 'staff',
      layout: 'admin',
      skeleton: 'form',
    },
  ],
  menu: [
    { menu: 'account', label: 'Profile', to: '/my-account/profile', icon: 'user', order: 20 },
    { menu: 'account', label: 'Notifications', to: '/my-account/notifications', icon: 'bell', order: 30 },
    { menu: 'account', label: 'Change password', to: '/my-account/change-password', icon: 'lock', order: 60 },
    { menu: 'profile', label: 'Account Settings', to: '/my-account/profile', icon: 'user', order: 10 },
    { menu: 'profile', label: 'Change Password', to: '/change-password', icon: 'lock', order: 20 },
  ],
});
