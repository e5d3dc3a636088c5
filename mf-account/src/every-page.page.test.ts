import { testEveryPage } from '@panel/ui/testing';
import { manifest } from './manifest.ts';
import { pages } from './pages.ts';

testEveryPage({
  remote: { manifest, pages },
  scenario: ({ audience }) => ({ sells: true, role: audience === 'staff' ? 'admin' : 'customer' }),
});
