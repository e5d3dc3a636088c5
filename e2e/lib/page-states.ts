import type { Page } from '@playwright/test';
import { expect, opened } from './journey.ts';

/** A page in one of its states: its address, who sees it, and the steps that lead there. */
export type PageState = { name: string; path: string; heading: string | RegExp; setup?: (page: Page) => Promise<void> };

const dialog = (page: Page) => page.getByRole('dialog').first();

const openRowMenu = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();

async function fromRow(page: Page, item: string): Promise<void> {
  await openRowMenu(page);
  await page.getByRole('menuitem', { name: item }).click();
  await expect(dialog(page)).toBeVisible();
}

const openFieldNotes = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('link', { name: /^field-notes\./ })
    .first()
    .click();

/** The first application of the list, and a page of it. */
async function openApp(page: Page, entry: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('link', { name: /aurora-sites\.localhost$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/manage-app\/overview\//);
  if (entry === 'Overview') return;
  const to = await page
    .getByRole('link', { name: entry, exact: true, includeHidden: true })
    .first()
    .getAttribute('href');
  await page.goto(new URL(to ?? '', page.url()).href);
  await opened(page, entry);
}

const DASHBOARD = { path: '/dashboard', heading: 'Dashboard' };
const SITES = { path: '/sites', heading: 'My Sites' };
const APPS = { path: '/apps', heading: 'My Applications' };
const APP_PAGES = [
  ...(['Overview', 'App & Domain Management', 'Build & Deploy', 'Deploy', 'Build settings'] as const),
  ...(['CDN', 'DNS', 'SSL', 'Usage & Insight'] as const),
];
const ALL_SITES = { path: '/admin/sites', heading: 'Sites' };
const WIZARD = { path: '/create-site-with-wordpress', heading: 'Create a WordPress site' };
const CHANGE_PASSWORD = { path: '/my-account/change-password', heading: 'Change password' };
const API_TOKENS = { path: '/my-account/api-tokens', heading: 'API tokens' };
const BRANDING = { path: '/admin/branding', heading: 'Branding' };
const HELP = { path: '/help', heading: 'Help center' };
const NOT_FOUND = { path: '/no-such-page', heading: 'This page could not be found' };

export const PUBLIC: readonly PageState[] = [
  { name: 'sign in', path: '/login', heading: 'Sign in' },
  { name: 'sign in, with an error', path: '/login?error=E1007', heading: 'Sign in' },
  {
    name: 'sign up, with errors',
    path: '/signup',
    heading: 'Create an account',
    setup: async (page) => {
      await page.getByLabel('Email').fill('nobody');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText('Invalid e-mail format')).toBeVisible();
    },
  },
  { name: 'forgotten password', path: '/forgotPassword', heading: 'Forgot your password?' },
  { name: 'reset, link not complete', path: '/resetPassword', heading: 'Reset your password' },
  { name: 'set password', path: `/setPassword?token=${'t'.repeat(43)}`, heading: 'Set your password' },
  { name: 'forbidden', path: '/forbidden', heading: 'Access denied' },
  { name: 'not found', ...NOT_FOUND },
  { name: 'help', ...HELP },
];

export const CUSTOMER: readonly PageState[] = [
  { name: 'dashboard', ...DASHBOARD },
  { name: 'welcome', path: '/welcome', heading: /Welcome/ },
  { name: 'get started', path: '/get-started', heading: 'Get started' },
  { name: 'sites', ...SITES },
  { name: 'sites, nothing matches', path: '/sites?q=there-is-no-such-site', heading: 'My Sites' },
  { name: 'wizard', ...WIZARD },
  {
    name: 'wizard, with errors',
    ...WIZARD,
    setup: async (page) => {
      await page.getByLabel('Site title').fill('');
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    },
  },
  { name: 'profile', path: '/my-account/profile', heading: 'Profile' },
  { name: 'notifications', path: '/my-account/notifications', heading: 'Notifications' },
  { name: 'API tokens', ...API_TOKENS },
  { name: 'connecting a program', path: '/activate', heading: 'Connect a program' },
  { name: 'security', path: '/my-account/security', heading: 'Security' },
  {
    name: 'inviting a team member',
    path: '/my-account/members',
    heading: 'Team members',
    setup: (page) => page.getByRole('main').getByRole('button', { name: 'Invite a team member' }).first().click(),
  },
  { name: 'plans', path: '/my-account/plans', heading: 'Plans' },
  { name: 'plans by month', path: '/my-account/site-plans?interval=month', heading: 'Site plans' },
  { name: 'hosting plans', path: '/my-account/hosting-plans', heading: 'Hosting plans' },
  { name: 'billing', path: '/my-account/billing', heading: 'Billing' },
  { name: 'checkout', path: '/upgrade-your-package/finalize-and-confirm?product=site_pro', heading: 'Checkout' },
  {
    name: 'API token, with errors',
    ...API_TOKENS,
    setup: async (page) => {
      await page.getByRole('main').getByRole('button', { name: 'Create token' }).first().click();
      await dialog(page).getByRole('button', { name: 'Create token' }).click();
      await expect(page.getByText('Choose what the token can reach.')).toBeVisible();
    },
  },
  { name: 'change password', ...CHANGE_PASSWORD },
  {
    name: 'password changed',
    ...CHANGE_PASSWORD,
    // Shown only with the state that a change leaves in the history.
    setup: async (page) => {
      await page.evaluate(() =>
        history.replaceState({ usr: { passwordChanged: true } }, '', '/my-account/password-changed'),
      );
      await page.reload();
      await opened(page, 'Password changed');
    },
  },
  { name: 'help', ...HELP },
  { name: 'not found', ...NOT_FOUND },
  {
    name: 'palette',
    ...DASHBOARD,
    setup: async (page) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search pages and sites' }).fill('s');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'bell',
    ...DASHBOARD,
    setup: async (page) => {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByRole('heading', { level: 2, name: 'Notifications', exact: true })).toBeVisible();
    },
  },
  {
    name: 'profile menu',
    ...DASHBOARD,
    setup: async (page) => {
      await page.getByRole('button', { name: /Profile menu/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    },
  },
];

/** States that need applications and sites: Aurora's customer. */
export const AURORA_CUSTOMER: readonly PageState[] = [
  { name: 'applications', ...APPS },
  { name: 'new application', path: '/new-app', heading: 'New application' },
  { name: 'zip of an application', path: '/manual-deploy', heading: 'Deploy manually' },
  { name: 'repository of an application', path: '/new-app/repository-settings', heading: 'Import a repository' },
  { name: 'projects', path: '/my-account/projects', heading: 'Projects' },
  { name: 'bin of applications', path: '/apps/bin', heading: 'Bin' },
  ...APP_PAGES.map((entry): PageState => ({
    name: `application, ${entry}`,
    ...APPS,
    setup: (page) => openApp(page, entry),
  })),
  { name: 'forms', path: '/forms', heading: 'Forms' },
  { name: 'databases', path: '/db', heading: 'Databases' },
  {
    name: 'overview',
    ...SITES,
    setup: async (page) => {
      await openFieldNotes(page);
      await opened(page, 'Field notes');
    },
  },
  {
    name: 'row menu',
    ...SITES,
    setup: openRowMenu,
  },
  { name: 'delete dialog', ...SITES, setup: (page) => fromRow(page, 'Delete') },
  { name: 'rename panel', ...SITES, setup: (page) => fromRow(page, 'Rename') },
  {
    name: 'list that could not be loaded',
    ...DASHBOARD,
    setup: async (page) => {
      await page.route(
        (url) => url.pathname === '/site/filter',
        (route) =>
          route.fulfill({
            status: 500,
            contentType: 'application/json',
            body: '{"status":false,"code":"INTERNAL","title":"Error","message":"Broken on purpose."}',
          }),
      );
      await page.goto(new URL('/sites?sortOrder=asc', page.url()).href);
      await expect(page.getByRole('main').getByRole('button', { name: 'Retry' })).toBeVisible();
    },
  },
];

export const ADMIN: readonly PageState[] = [
  { name: 'sites of all customers', ...ALL_SITES },
  {
    name: 'sections',
    path: '/admin/sections',
    heading: 'Sections',
    setup: (page) => page.getByRole('main').locator('summary').first().click(),
  },
  {
    name: 'branding',
    ...BRANDING,
    setup: async (page) => {
      await page.getByRole('tab', { name: 'Colors' }).click();
      await page.getByRole('textbox', { name: 'Link', exact: true }).fill('#eeeeee');
    },
  },
  { name: 'own texts', path: '/admin/branding/texts', heading: 'Texts' },
  { name: 'email sender', path: '/admin/branding/email', heading: 'Email sender' },
  {
    name: 'preview of the brand',
    ...BRANDING,
    setup: async (page) => {
      const preview = page.getByRole('radio', { name: 'Preview' });
      if (await preview.isVisible()) await preview.check();
      await expect(page.frameLocator('iframe').getByLabel('Email')).toBeVisible();
    },
  },
  { name: 'plans on offer', path: '/admin/plans', heading: 'Plans' },
  { name: 'revenue', path: '/admin/revenue', heading: 'Revenue' },
  { name: 'reports', path: '/admin/reports', heading: 'Reports' },
  {
    name: 'creating a coupon',
    path: '/admin/coupons',
    heading: 'Coupons',
    setup: (page) => page.getByRole('main').getByRole('button', { name: 'Create a coupon' }).first().click(),
  },
  { name: 'staff', path: '/admin/staff', heading: 'Staff' },
  { name: 'change password', path: '/change-password', heading: 'Change password' },
  { name: 'security', path: '/security', heading: 'Security' },
];

/** The platform's operator, with the releases that came with the panel. */
export const OPERATOR: readonly PageState[] = [
  { name: 'installation backups', path: '/admin/installation-backups', heading: 'Installation backups' },
  { name: 'machines', path: '/admin/machines', heading: 'Machines' },
  { name: 'what runs', path: '/admin/releases', heading: 'Releases' },
  { name: 'what runs, nothing matches', path: '/admin/releases?package=mf-nothing', heading: 'Releases' },
  { name: 'releases', path: '/admin/releases?view=releases', heading: 'Releases' },
  { name: 'changes of the registry', path: '/admin/releases?view=changes', heading: 'Releases' },
  {
    name: 'what a change would change',
    path: '/admin/releases?panel=disable&of=mf-help//',
    heading: 'Releases',
    setup: (page) => expect(dialog(page).getByRole('list', { name: 'What changes' })).toBeVisible(),
  },
  {
    name: 'clean-up',
    path: '/admin/releases?panel=clean-up',
    heading: 'Releases',
    setup: (page) => expect(dialog(page).getByText(/^Would remove/)).toBeVisible(),
  },
];

export const AURORA_ADMIN: readonly PageState[] = [
  {
    name: 'details panel',
    ...ALL_SITES,
    setup: async (page) => {
      await openFieldNotes(page);
      await expect(dialog(page).getByRole('heading', { name: 'Checks' })).toBeVisible();
    },
  },
  { name: 'delete dialog', ...ALL_SITES, setup: (page) => fromRow(page, 'Delete') },
];

/** Opens a page and leads it into its state. */
export async function visit(page: Page, origin: string, place: PageState): Promise<void> {
  await page.goto(origin + place.path);
  await opened(page, place.heading);
  await place.setup?.(page);
}
