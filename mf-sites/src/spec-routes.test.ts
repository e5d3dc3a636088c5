import { findRoute } from '@panel/core';
import { manifest } from './manifest.ts';

/** Pages of sites and domains in spec §2. Those with an optional id are listed with and without it. */
const NAMED = [
  ...['/sites', '/sites/finish', '/create-new-site', '/create-new-site/migration', '/create-new-site/migration/finish'],
  '/create-site',
  ...['bring-your-own-domain', 'file-transfer', 'ftp-connection', 'github-connection', 'plan-selection'].map(
    (step) => `/create-site/${step}`,
  ),
  ...['/create-site/site-name', '/create-site-with-wordpress', '/create-site-with-wordpress/select-a-plan'],
  ...['/create-site-with-wordpress/finalize-and-confirm', '/create-site-with-wordpress/finish'],
  ...[
    '/site-builder-plans',
    '/site-builder/upgrade',
    '/ecommerce',
    '/blueprints',
    '/wp-manager',
    '/dns',
    '/migrations',
  ],
  ...['plugins', 'themes'].flatMap((kind) =>
    ['', '/apply-select', '/apply-confirm', '/apply-done', `/installed-${kind}`].map((page) => `/${kind}${page}`),
  ),
  ...[
    ...['backup', 'blueprints', 'cdn_old', 'cdn', 'dns', 'domain-transfer', 'overview', 'settings', 'ssl'],
    ...['staging-environment', 'tools', 'upgrade/bring-your-own-domain', 'upgrade/finish', 'upgrade/payment'],
    'upgrade/pick-a-plan',
  ].flatMap((page) => [`/manage-site/${page}`, `/manage-site/${page}/7`]),
  ...['/migrations/overview', '/migrations/overview/7', '/propagation/check', '/propagation/check/7'],
];

test.each(NAMED)('%s is a page', (path) => {
  expect(findRoute([manifest], path)).not.toBeNull();
});
