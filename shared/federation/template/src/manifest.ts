import { defineManifest } from '@panel/contract/manifest';
import { latestRead } from './features/hello/hello.reads.ts';

/** Data only: the panel reads it before any code of this remote is loaded. */
export const manifest = defineManifest({
  id: 'mf-hello',
  name: 'Hello',
  routes: [
    {
      path: '/hello',
      page: 'hello',
      title: 'Hello',
      audience: 'signed-in',
      layout: 'dashboard',
      skeleton: 'detail',
      reads: [latestRead],
    },
  ],
  menu: [{ menu: 'main', label: 'Hello', to: '/hello', icon: 'info', order: 90 }],
  slots: [{ slot: 'dashboard.cards', part: 'hello-card', order: 50, audience: 'customer' }],
});
