import { testEveryPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

testEveryPage({
  remote: {
    manifest: { ...manifest, routes: manifest.routes.filter(({ path }) => path === '/admin/partners') },
    pages,
  },
  scenario: () => ({ role: 'superadmin', sites: [{ name: 'shop' }] }),
});
