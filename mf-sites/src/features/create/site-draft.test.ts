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
  other_tables: false,
};
const beside = { password: 'a-good-password-1', file: null, backup: null };

test('a step opens only when all earlier ones are complete', () => {
  expect(missingStep('confirm', draft, beside)).toBeNull();
  expect(missingStep('confirm', { ...draft, plan: '' }, beside)).toBe('plan');
  expect(missingStep('plan', { ...draft, plan: '' }, beside)).toBeNull();
  expect(missingStep('plan', { ...draft, name: 'x' }, beside)).toBe('details');
  expect(missingStep('details', { ...draft, name: '' }, { ...beside, password: '' })).toBeNull();
});

test('after a reload the password is missing and has to be entered again', () => {
  expect(missingStep('confirm', draft, { ...beside, password: '' })).toBe('details');
});

test('the suggested user name is valid in WordPress, and never admin', () => {
  expect(suggestAdminUser('jane.doe+x@aurora.example')).toBe('jane.doex');
  expect(suggestAdminUser('admin@aurora.example')).toBe('site-owner');
  expect(suggestAdminUser('j@aurora.example')).toBe('site-owner');
});

test('the address is in lower case below the domain of the partner', () => {
  expect(fqdnOf({ name: ' Shop ' }, { sitesDomain: 'aurora-sites.localhost' })).toBe('shop.aurora-sites.localhost');
});

test('a site from a backup or from files needs a name and what it starts from, and no password', () => {
  const backup = { id: '1', name: 'Daily', site_fqdn: 'a.b', task_id: '2', partner_domain: 'p', reseller_email: 'e' };
  const file = new File(['zip'], 'site.zip');
  const memory = { password: '', file: null, backup: null };
  const named: SiteDraft = { ...draft, title: '', source: 'backup' };
  expect(missingStep('confirm', named, memory)).toBe('details');
  expect(missingStep('confirm', named, { ...memory, backup })).toBeNull();
  expect(missingStep('confirm', { ...named, name: '' }, { ...memory, backup })).toBe('details');
  expect(missingStep('confirm', { ...named, source: 'file' }, { ...memory, backup })).toBe('details');
  expect(missingStep('plan', { ...named, source: 'file', plan: '' }, { ...memory, file })).toBeNull();
});
