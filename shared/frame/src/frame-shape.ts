import type { Layout, MenuEntry } from '@panel/contract/manifest';
import { t } from './words.ts';

/** The help menu, and the button that opens help beside a page. */
export const HELP_LABEL = t('Help');

type Menu = MenuEntry['menu'];

/** The parts of the frame that a layout shows; the frame itself is always the same. */
export type FrameShape = {
  /** `full` for signed-in users; `simple` is logo and language; `none` shows only the page. */
  header: 'full' | 'simple' | 'none';
  side: { label: string; menus: readonly Menu[]; back?: { label: string; to: string }; account?: boolean } | null;
  breadcrumb: boolean;
  footer: boolean;
  /** Which section's banners may show (spec §1: active page value). */
  banners: 'apps' | 'sites' | null;
  /** Shows the abuse banner (spec §1: on the new-app and sites layouts). */
  abuse: boolean;
  /** A narrow page in the middle, for wizards and greetings. */
  centered: boolean;
};

const shape = (own: Partial<FrameShape>): FrameShape => ({
  header: 'full',
  side: null,
  breadcrumb: true,
  footer: true,
  banners: null,
  abuse: false,
  centered: false,
  ...own,
});

/** The layouts of the specification (spec §2, Layouts). */
export const FRAME_SHAPES: Readonly<Record<Layout, FrameShape>> = {
  admin: shape({ side: { label: t('Administration'), menus: ['admin', 'account'], account: true } }),
  apps: shape({ side: { label: t('Applications'), menus: ['apps'] }, banners: 'apps' }),
  container: shape({ breadcrumb: false, centered: true }),
  'create-site': shape({ centered: true }),
  dashboard: shape({ side: { label: t('Dashboard'), menus: ['main'] } }),
  default: shape({ breadcrumb: false, centered: true }),
  help: shape({ side: { label: HELP_LABEL, menus: ['help'] } }),
  login: shape({ header: 'none', breadcrumb: false, footer: false }),
  'manage-app': shape({ side: { label: t('Application'), menus: ['manage-app'] } }),
  'manage-site': shape({ side: { label: t('Site'), menus: ['manage-site'] } }),
  'my-account': shape({ side: { label: t('Account'), menus: ['account'] } }),
  'new-app': shape({ abuse: true, centered: true }),
  'site-menu': shape({ side: { label: t('Sites'), menus: ['sites'], back: { label: t('Sites'), to: '/sites' } } }),
  sites: shape({ side: { label: t('Sites'), menus: ['sites'] }, banners: 'sites', abuse: true }),
  welcome: shape({ breadcrumb: false, centered: true }),
  plain: shape({ header: 'none', breadcrumb: false, footer: false }),
};

/** Storage key of the collapsed left menu, and source of the root's attribute `data-side`. */
export const SIDE_STORAGE_KEY = 'panel.side';
