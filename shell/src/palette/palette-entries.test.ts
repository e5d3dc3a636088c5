import { healthLabels, HEALTH_LEVELS, siteStatusLabels, SITE_STATUSES } from '@panel/contract/status';
import type { Site } from '@panel/core';
import { declaredHere, partnerWith, userWith } from '../testing/declared.ts';
import { byFit, matchEntries, pageEntries, schemeEntries, type PaletteEntry } from './palette-entries.ts';
import { siteEntry, taskEntries } from './workload-entries.ts';

const about = async () => ({
  manifests: await declaredHere(),
  partner: partnerWith(true),
  viewer: userWith('customer'),
});
const site = (change: Partial<Site>): Site =>
  ({
    site_id: 'a',
    fqdn: 'shop.test',
    type: 'wordpress',
    status: 'ready',
    health: { level: 'healthy', checked_at: null, reasons: [] },
    infra_domain_id: 'i',
    customer_email: null,
    customer_name: null,
    admin_url: null,
    ...change,
  }) as Site;

test('pages at the end of a flow, or in the middle of one, are not offered', async () => {
  const labels = pageEntries(await about()).map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['Dashboard', 'My Sites', 'Profile', 'Change password', 'Create a WordPress site']),
  );
  for (const label of ['Password changed', 'Access denied', 'Sign in', 'Select a plan', 'Finish'])
    expect(labels).not.toContain(label);
});

test.each(SITE_STATUSES.filter((status) => status !== 'ready' && status !== 'failed'))(
  'a site with status %s has the text of the lists',
  async (status) => {
    expect(siteEntry(await about(), site({ status }))?.hint).toBe(siteStatusLabels[status].label);
  },
);

test('a site whose last task failed reads as its health does, as in the lists', async () => {
  const health = { level: 'down', checked_at: null, reasons: [] } as const;
  expect(siteEntry(await about(), site({ status: 'failed', health: { ...health, reasons: [] } }))?.hint).toBe('Down');
});

test.each(HEALTH_LEVELS)('a ready site that is %s has the text of the lists', async (level) => {
  const health = { level, checked_at: null, reasons: [] };
  expect(siteEntry(await about(), site({ health }))?.hint).toBe(healthLabels[level].label);
});

test('a site that is being deleted reads Deleting and links to the list', async () => {
  expect(siteEntry(await about(), site({ status: 'moving' }))).toMatchObject({
    hint: 'Deleting',
    to: '/sites?q=shop.test',
  });
  expect(siteEntry(await about(), site({ status: 'ready' }))).toMatchObject({
    hint: 'Healthy',
    to: '/manage-site/overview/a',
  });
});

test('changing many sites is found by what it changes', async () => {
  const entries = pageEntries(await about());
  for (const typed of ['fleet', 'PHP version', 'cache rules'])
    expect(matchEntries(entries, typed)[0]).toMatchObject({ label: 'Change many sites', to: '/fleet' });
});

test('signing out is the first result only when it was clearly meant', async () => {
  const entries = pageEntries(await about());
  expect(matchEntries(entries, 's')[0]?.to).not.toBe('/logout');
  expect(matchEntries(entries, 'sign')[0]?.to).toBe('/logout');
});

test.each(['logout', 'log out', 'Log Out', 'sign out'])('signing out is found as %p', async (typed) => {
  expect(matchEntries(pageEntries(await about()), typed)[0]).toMatchObject({ to: '/logout', label: 'Logout' });
});

test('a site is found by its title, which is shown beside its address', async () => {
  const found = siteEntry(await about(), site({ title: 'Theatre of old Ghent', fqdn: 'h13.example.com' }));
  expect(matchEntries(found ? [found] : [], 'old gh')).toMatchObject([
    { label: 'h13.example.com', hint: expect.stringContaining('Theatre of old Ghent') },
  ]);
});

const entry = (label: string, hint = ''): PaletteEntry => ({
  key: label,
  group: 'pages',
  label,
  hint,
  to: '/',
  icon: 'info',
});
const found = (entries: readonly PaletteEntry[], typed: string) =>
  matchEntries(entries, typed).map(({ label }) => label);

test('names that begin with the input come first, those found by their hint last', () => {
  const entries = [entry('Overview', 'Site'), entry('My Sites'), entry('Opposite'), entry('Sites')];
  expect(found(entries, 'site')).toEqual(['Sites', 'My Sites', 'Opposite', 'Overview']);
});

test('hyphens, dots and spaces are alike', () => {
  const entries = [entry('field-notes.aurora-sites.localhost'), entry('Change password')];
  for (const typed of ['field notes', 'field-notes', 'Field  Notes.aurora'])
    expect(found(entries, typed)).toEqual(['field-notes.aurora-sites.localhost']);
  expect(found(entries, 'change-password')).toEqual(['Change password']);
});

test('creating a site, signing out and the theme are actions', async () => {
  const chosen: string[] = [];
  const entries = [...pageEntries(await about()), ...schemeEntries((choice) => chosen.push(choice))];
  const actions = entries.filter(({ group }) => group === 'actions').map(({ label }) => label);
  expect(actions).toEqual(
    expect.arrayContaining([
      'Create a new site',
      'Create a WordPress site',
      'Migrate a site',
      ...['Logout', 'System theme', 'Light theme', 'Dark theme'],
    ]),
  );
  matchEntries(entries, 'dark')[0]?.run?.();
  expect(chosen).toEqual(['dark']);
  expect(found(entries, 'add site')[0]).toBe('Create a new site');
});

test('the page of the open site comes before a site whose address begins with its name', async () => {
  const open = { kind: 'site', id: 'a', name: 'shop.test' } as const;
  const staging = siteEntry(await about(), site({ fqdn: 'staging.shop.test' }));
  const actions = matchEntries(taskEntries(await about(), open), 'staging');
  const groups = byFit([staging ? [staging] : [], actions], 'staging');
  expect(groups.map(([best]) => best?.to)).toEqual(['/manage-site/staging-environment/a', '/manage-site/overview/a']);
  expect(byFit([staging ? [staging] : [], actions], 'staging.sh')[0]?.[0]?.label).toBe('staging.shop.test');
});

test('the pages of an application are found by its name', async () => {
  const tasks = taskEntries(await about(), { kind: 'app', id: 'a', name: 'Notes' });
  expect(matchEntries(tasks, 'backup notes')).toMatchObject([{ label: 'Backup', to: '/manage-app/backup/a' }]);
});
