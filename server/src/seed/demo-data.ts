import type { PartnerAttributes, Role } from '@panel/contract';
import { addressOf, type Config } from '../config/config.ts';
import { fullLogo, smallLogo, type Mark } from './logo.ts';

/** The password of every demo account. */
export const DEMO_PASSWORD = 'Demo-panel-1';

/** The plan of every demo account. */
export const DEMO_PLAN = 'PRO';

export type DemoPartner = {
  slug: string;
  name: string;
  mark: Mark;
  isSpecial: boolean;
  hosts: string[];
  attributes: PartnerAttributes;
  languages: { en: Record<string, string> }[];
};

/** Three resellers: everything on; sites only; harsh colours with applications switched off. */
export const DEMO_PARTNERS: readonly DemoPartner[] = [
  {
    slug: 'aurora',
    name: 'Aurora',
    isSpecial: true,
    hosts: ['aurora.localhost', 'localhost', '127.0.0.1'],
    mark: {
      path: 'M7 22c3-9 6-13 9-13s6 4 9 13M12 22c1.3-4 2.6-6 4-6s2.7 2 4 6',
      color: '#6366f1',
      ink: '#ffffff',
      name: '#ffffff',
    },
    attributes: {
      CSS_NAV_BG_COLOR: '#1e1b4b',
      CSS_PRIMARY_TEXT_COLOR: '#ffffff',
      CSS_BTN_BG_COLOR: '#4338ca',
      CSS_BTN_TEXT_COLOR: '#ffffff',
      CSS_LINK_COLOR: '#4338ca',
      CSS_SMALL_LINK_COLOR: '#6366f1',
      RESELLER_COMPANY_NAME: 'Aurora',
      RESELLER_HOSTING_PAGE_TITLE: 'Aurora Hosting',
      RESELLER_COMPANY_SLOGAN: 'Your website, up with the sun',
      SHOW_MIGRATION_SITE_BTN: 'true',
      SHOW_OTHER_LOGIN_OPTIONS: 'true',
    },
    languages: [
      { en: { login_blurb: 'Create a WordPress site in under a minute, and look after it from one place.' } },
    ],
  },
  {
    slug: 'borealis',
    name: 'Borealis',
    isSpecial: false,
    hosts: ['borealis.localhost'],
    mark: {
      path: 'M8 23V9h8.5a4 4 0 0 1 0 8H8m9 0a3.5 3.5 0 0 1 0 6H8',
      color: '#14b8a6',
      ink: '#042f2e',
      name: '#ffffff',
    },
    attributes: {
      CSS_NAV_BG_COLOR: '#134e4a',
      CSS_PRIMARY_TEXT_COLOR: '#f0fdfa',
      CSS_BTN_BG_COLOR: '#0f766e',
      CSS_BTN_TEXT_COLOR: '#ffffff',
      CSS_LINK_COLOR: '#0f766e',
      CSS_SMALL_LINK_COLOR: '#0d9488',
      RESELLER_COMPANY_NAME: 'Borealis',
      RESELLER_HOSTING_PAGE_TITLE: 'Borealis Web',
      RESELLER_COMPANY_SLOGAN: 'Calm hosting from the north',
      SECTION_APPLICATIONS: 'false',
      SECTION_FORMS: 'false',
      SECTION_DATABASES: 'false',
      SECTION_ECOMMERCE: 'false',
      SECTION_DNS: 'false',
    },
    languages: [{ en: {} }],
  },
  {
    slug: 'cobalt',
    name: 'Cobalt',
    isSpecial: true,
    hosts: ['cobalt.localhost'],
    mark: { path: 'M23 11a8.5 8.5 0 1 0 0 10', color: '#ffff00', ink: '#0000ff', name: '#ffff00' },
    attributes: {
      // Harsh on purpose: blue on yellow, and a pale link that is unreadable until its contrast is corrected.
      CSS_NAV_BG_COLOR: '#0000ff',
      CSS_PRIMARY_TEXT_COLOR: '#ffff00',
      CSS_BTN_BG_COLOR: '#ffff00',
      CSS_BTN_TEXT_COLOR: '#ffffff',
      CSS_LINK_COLOR: '#ffff66',
      CSS_SMALL_LINK_COLOR: '#66ffff',
      RESELLER_COMPANY_NAME: 'Cobalt',
      RESELLER_HOSTING_PAGE_TITLE: 'Cobalt Cloud',
      RESELLER_COMPANY_SLOGAN: 'LOUD. FAST. COBALT.',
      SECTION_APPLICATIONS: 'false',
    },
    languages: [{ en: {} }],
  },
];

export const panelHost = (slug: string): string => `${slug}.localhost`;
export const sitesDomain = (slug: string): string => `${slug}-sites.localhost`;
export const logosOf = ({ mark, name }: DemoPartner) => ({
  logo: fullLogo(mark, name),
  logoSmall: smallLogo(mark),
  favicon: smallLogo(mark),
});

type Person = { email: string; role: Role; firstname: string; lastname: string };

/** The accounts of a partner. */
export const demoPeople = (slug: string): Person[] => [
  { email: `customer@${slug}.example`, role: 'customer', firstname: 'Casey', lastname: 'Customer' },
  { email: `second@${slug}.example`, role: 'customer', firstname: 'Sam', lastname: 'Second' },
  { email: `admin@${slug}.example`, role: 'admin', firstname: 'Alex', lastname: 'Admin' },
];

/** Can sign in on the host of every partner. */
export const OPERATOR: Person = {
  email: 'operator@panel.example',
  role: 'superadmin',
  firstname: 'Olu',
  lastname: 'Operator',
};

/** What the launcher prints when all is ready. */
export function demoAddresses(config: Pick<Config, 'publicUrl'>): { label: string; url: string }[] {
  const panels = DEMO_PARTNERS.map(({ slug, name }) => ({ label: name, url: addressOf(config, panelHost(slug)) }));
  return [
    ...panels,
    { label: 'Aurora, for short', url: config.publicUrl },
    { label: 'Hosted sites', url: addressOf(config, `{name}.${sitesDomain('aurora')}`) },
  ];
}

export function demoAccounts(): { host: string; email: string; role: string; password: string }[] {
  const people = DEMO_PARTNERS.flatMap(({ slug }) =>
    demoPeople(slug).map(({ email, role }) => ({ host: panelHost(slug), email, role, password: DEMO_PASSWORD })),
  );
  return [...people, { host: 'any', email: OPERATOR.email, role: OPERATOR.role, password: DEMO_PASSWORD }];
}
