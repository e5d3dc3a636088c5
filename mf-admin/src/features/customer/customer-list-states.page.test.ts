import { testEveryPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

testEveryPage({
  remote: { manifest: { ...manifest, routes: manifest.routes.filter(({ path }) => path === '/customers') }, pages },
  scenario: () => ({ role: 'admin', sites: [{ name: 'shop' }] }),
});
