import { fqdnOf, missingStep, suggestAdminUser, type SiteDraft } from './site-draft.ts';

const draft: SiteDraft = {
  name: 'shop',
  title: 'Shop',
  admin_user: 'owner',
  admin_email: 'o@aurora.example',
  version: '',
  php_version: '',
  plan: 'free',
  source: 'blank',
};
const password = 'a-good-password-1';

test('a step opens only when all earlier ones are complete', () => {
  expect(missingStep('confirm', draft, password)).toBeNull();
  expect(missingStep('confirm', { ...draft, plan: '' }, password)).toBe('plan');
  expect(missingStep('plan', { ...draft, plan: '' }, password)).toBeNull();
  expect(missingStep('plan', { ...draft, name: 'x' }, password)).toBe('details');
  expect(missingStep('details', { ...draft, name: '' }, '')).toBeNull();
});

test('after a reload the password is missing and has to be entered again', () => {
  expect(missingStep('confirm', draft, '')).toBe('details');
});

test('the suggested user name is valid in WordPress, and never admin', () => {
  expect(suggestAdminUser('jane.doe+x@aurora.example')).toBe('jane.doex');
  expect(suggestAdminUser('admin@aurora.example')).toBe('site-owner');
  expect(suggestAdminUser('j@aurora.example')).toBe('site-owner');
});

test('the address is in lower case below the domain of the partner', () => {
  expect(fqdnOf({ name: ' Shop ' }, { sitesDomain: 'aurora-sites.localhost' })).toBe('shop.aurora-sites.localhost');
});
