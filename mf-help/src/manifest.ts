import { defineManifest } from '@panel/contract/manifest';
import { helpCenterRead } from '@panel/resources/help/reads';

const inHelp = { audience: 'public', layout: 'help', section: 'help', skeleton: 'text' } as const;

const guide = {
  ...({ page: 'hosting-guide', audience: 'public', layout: 'help' } as const),
  ...({ section: 'applications', parent: '/help', skeleton: 'text' } as const),
};

export const manifest = defineManifest({
  id: 'mf-help',
  name: 'Help',
  routes: [
    {
      path: '/help',
      page: 'help-home',
      title: 'Help center',
      reads: [helpCenterRead],
      ...inHelp,
    },
    {
      path: '/help/article/:slug',
      page: 'article',
      title: 'Article',
      parent: '/help',
      reads: [helpCenterRead],
      ...inHelp,
    },
    { path: '/help/error/:code', page: 'error', title: 'Error', parent: '/help', unlisted: true, ...inHelp },
    { path: '/help/application-hosting/getting-started', title: 'Getting started', ...guide },
    { path: '/help/application-hosting/start-from-scratch', title: 'Start from scratch', ...guide },
    { path: '/help/application-hosting/start-from-template', title: 'Start from a template', ...guide },
    { path: '/help/application-hosting/existing-project', title: 'Import an existing project', ...guide },
    { path: '/help/application-hosting/manual-deploy', title: 'Deploy manually', ...guide },
    { path: '/help/application-hosting/fullstack-application', title: 'Full-stack application', ...guide },
  ],
  slots: [{ slot: 'help.panel', part: 'help-panel', order: 10, audience: 'public', section: 'help' }],
  menu: [
    { menu: 'profile', label: 'Help center', to: '/help', icon: 'help', order: 80 },
    {
      menu: 'help',
      label: 'Getting started',
      to: '/help/application-hosting/getting-started',
      icon: 'book',
      order: 10,
    },
    {
      menu: 'help',
      label: 'Start from scratch',
      to: '/help/application-hosting/start-from-scratch',
      icon: 'book',
      order: 20,
    },
    {
      menu: 'help',
      label: 'Start from a template',
      to: '/help/application-hosting/start-from-template',
      icon: 'book',
      order: 30,
    },
    {
      menu: 'help',
      label: 'Import an existing project',
      to: '/help/application-hosting/existing-project',
      icon: 'book',
      order: 40,
    },
    { menu: 'help', label: 'Deploy manually', to: '/help/application-hosting/manual-deploy', icon: 'book', order: 50 },
    {
      menu: 'help',
      label: 'Full-stack application',
      to: '/help/application-hosting/fullstack-application',
      icon: 'book',
      order: 60,
    },
  ],
});
