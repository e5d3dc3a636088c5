import { testEveryPage } from '@panel/ui/testing';
import { manifest } from './manifest.ts';
import { pages } from './pages.ts';

const EXTENSION = { slug: 'seo', name: 'SEO', version: '1.0.0' };

/** Pages that show the stages of a domain that is claimed. */
const OF_CLAIM = /^\/manage-site\/(?:domain-transfer|upgrade\/finish)\//;
/** Pages that show more of a site with a domain of its own. */
const OF_DOMAIN = /^\/(?:dns|propagation|manage-site\/dns)\//;
let counter = 0;

testEveryPage({
  remote: { manifest, pages },
  scenario: () => ({
    sites: [
      { name: 'bakery', backups: 2, installed: [{ kind: 'plugin', ...EXTENSION, active: true }] },
      { name: 'old', binnedDays: 2 },
      { name: 'shop', domain: `shop-of-every-page-${process.pid}-${(counter += 1)}.example` },
      { name: 'florist', claim: { domain: `florist-of-every-page-${process.pid}-${counter}.example` } },
    ],
    library: [
      { kind: 'plugin', ...EXTENSION },
      { kind: 'theme', slug: 'plain', name: 'Plain', version: '2.0.0' },
    ],
    blueprints: 2,
    migrations: [{ name: 'Old shop', sharingLink: 'https://example.com/site.zip' }],
  }),
  idOf: (path, { sites, migrations }) => {
    if (path.startsWith('/migrations')) return migrations[0];
    return sites[OF_CLAIM.test(path) ? 3 : OF_DOMAIN.test(path) ? 2 : 0]?.site_id;
  },
});
