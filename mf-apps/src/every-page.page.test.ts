import { testEveryPage } from '@panel/ui/testing';
import { manifest } from './manifest.ts';
import { pages } from './pages.ts';

testEveryPage({
  remote: { manifest, pages },
  scenario: () => ({ partner: { special: true }, appCount: 2 }),
  idOf: (_path, { apps }) => apps[0],
});
