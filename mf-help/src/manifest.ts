import { defineManifest } from '@panel/contract/manifest';

export const manifest = defineManifest({
  id: 'mf-help',
  name: 'Help',
  routes: [
    {
      path: '/help',
      page: 'help-home',
      title: 'Help center',
      audience: 'public',
      layout: 'help',
      section: 'help',
      skeleton: 'text',
    },
  ],
  menu: [{ menu: 'profile', label: 'Help center', to: '/help', icon: 'help', order: 80 }],
});
