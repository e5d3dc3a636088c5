import { findRoute } from '@panel/core';
import { manifest } from './manifest.ts';

/** Pages of the administration and of customers in spec §2. */
const NAMED = ['/admin/migration', '/admin/sites', '/customers', '/customers/customer'];

test.each(NAMED)('%s is a page for staff', (path) => {
  expect(findRoute([manifest], path)?.route.audience).toBe('staff');
});
