import { testEveryPage } from '@panel/ui/testing';
import { manifest } from './manifest.ts';
import { pages } from './pages.ts';

const EXTENSION = { slug: 'seo', name: 'SEO', version: '1.0.0' };

testEveryPage({
  remote: { manifest, pages },
  scenario: () => ({
    sites: [
      { name: 'bakery', backups: 2, installed: [{ kind: 'plugin', ...EXTENSION, active: true }] },
      { name: 'old', binnedDays: 2 },
    ],
    library: [
      { kind: 'plugin', ...EXTENSION },
      { kind: 'theme', slug: 'plain', name: 'Plain', version: '2.0.0' },
    ],
    blueprints: 2,
    migrations: [{ name: 'Old shop', sharingLink: 'https://example.com/site.zip' }],
  }),
  idOf: (path, { sites, migrations }) => (path.startsWith('/migrations') ? migrations[0] : sites[0]?.site_id),
});
