import { defineManifest } from '@panel/contract/manifest';

/** Data only: the panel reads it before any code of this remote is loaded. */
export const manifest = defineManifest({
  id: 'mf-hello',
  name: 'Hello',
  routes: [
    { path: '/hello', page: 'hello', title: 'Hello', audience: 'signed-in', layout: 'dashboard', skeleton: 'detail' },
  ],
  menu: [{ menu: 'main', label: 'Hello', to: '/hello', icon: 'info', order: 90 }],
  slots: [{ slot: 'dashboard.cards', part: 'hello-card', order: 50, audience: 'customer' }],
});
