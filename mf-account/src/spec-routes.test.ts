import { findRoute } from '@panel/core';
import { manifest } from './manifest.ts';

/** Pages of the account and of money in spec §2. */
const NAMED = [
  ...['billing', 'change-password', 'hosting-plans', 'notifications', 'password-changed', 'plans', 'profile'].map(
    (page) => `/my-account/${page}`,
  ),
  ...['/my-account/site-plans', '/my-account/app-plans', '/success/checkout', '/success/checkout/7'],
  ...['select-a-plan', 'finalize-and-confirm', 'finish'].map((step) => `/upgrade-your-package/${step}`),
];

test.each(NAMED)('%s is a page', (path) => {
  expect(findRoute([manifest], path)).not.toBeNull();
});
