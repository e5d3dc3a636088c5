import { defineManifest } from '@panel/contract/manifest';
import { firstPage } from '@panel/contract/reads';
import { API_TOKEN_LIST, apiTokenListRead } from '@panel/resources/api-token/reads';
import { NOTIFICATION_LIST, notificationListRead } from '@panel/resources/notification/reads';
import { SESSION_LIST, secondFactorsRead, sessionListRead } from '@panel/resources/security/reads';
import { profileRead } from '@panel/resources/user/reads';

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
      skeleton: 'form',
      reads: [profileRead],
    },
    {
      path: '/my-account/notifications',
      page: 'notification-list',
      title: 'Notifications',
      audience: 'signed-in',
      layout: 'my-account',
      skeleton: 'list',
      reads: [notificationListRead(firstPage(NOTIFICATION_LIST))],
    },
    {
      path: '/my-account/api-tokens',
      page: 'api-token-list',
      title: 'API tokens',
      audience: 'customer',
      layout: 'my-account',
      skeleton: 'list',
      reads: [apiTokenListRead(firstPage(API_TOKEN_LIST))],
    },
    {
      path: '/my-account/security',
      page: 'security',
      title: 'Security',
      audience: 'customer',
      layout: 'my-account',
      skeleton: 'list',
      reads: [secondFactorsRead, sessionListRead(firstPage(SESSION_LIST))],
    },
    {
      path: '/security',
      page: 'security',
      title: 'Security',
      audience: 'staff',
      layout: 'admin',
      skeleton: 'list',
      reads: [secondFactorsRead, sessionListRead(firstPage(SESSION_LIST))],
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
    {
      menu: 'account',
      label: 'Notifications',
      to: '/my-account/notifications',
      icon: 'bell',
      count: 'unread',
      order: 30,
    },
    { menu: 'account', label: 'Security', to: '/my-account/security', icon: 'shield', order: 50 },
    { menu: 'account', label: 'Change password', to: '/my-account/change-password', icon: 'lock', order: 60 },
    { menu: 'account', label: 'API tokens', to: '/my-account/api-tokens', icon: 'key', order: 70 },
    { menu: 'profile', label: 'Account Settings', to: '/my-account/profile', icon: 'user', order: 10 },
    { menu: 'profile', label: 'Security', to: '/security', icon: 'shield', order: 15 },
    { menu: 'profile', label: 'Change Password', to: '/change-password', icon: 'lock', order: 20 },
  ],
});
