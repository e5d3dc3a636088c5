import { defineManifest } from '@panel/contract/manifest';

export const manifest = defineManifest({
  id: 'mf-stranger',
  name: 'Stranger',
  routes: [{ path: '/stranger', page: 'stranger', title: 'Stranger', audience: 'customer', layout: 'dashboard' }],
  menu: [{ menu: 'main', label: 'Stranger', to: '/stranger', order: 90 }],
  slots: [{ slot: 'dashboard.cards', part: 'card', order: 90, audience: 'customer' }],
});
