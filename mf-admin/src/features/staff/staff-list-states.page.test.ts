import { testEveryPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

testEveryPage({
  remote: { manifest: { ...manifest, routes: manifest.routes.filter(({ path }) => path === '/admin/staff') }, pages },
  scenario: () => ({ role: 'admin', colleagues: ['support'] }),
});
