import type { AnnouncementBanner, AnnouncementKind, Partner, Role } from '@panel/contract';
import { decideAccess, type Declared } from '@panel/contract/access';
import { findRoute } from '@panel/contract/routing';
import { brandOf } from '@panel/brand';
import type { FrameShape } from './frame-shape.ts';
import { t, type Say } from './words.ts';

export type FrameBanner =
  | { kind: 'abuse'; text: string }
  | {
      kind: 'announcement';
      id: string;
      about: AnnouncementKind;
      label: string;
      title: string;
      to: string | null;
      /** Staff who are signed in as the customer leave it for the customer. */
      closable: boolean;
    }
  | { kind: 'promo'; page: keyof typeof PROMOS; text: string; action: { label: string; to: string } | null };

/** As `pageErrors.ABUSE`, which the frame's catalogue would not have. */
export const ABUSE = t(
  'Your account has reached max build time, so you can not take a new build and your changes not publish to live application. The build time will be renewed at the beginning of each month.',
);

/** Spec §1: the active page decides which banner shows. */
const PROMOS = {
  apps: {
    text: t('Protect your SEO ranking & Brand Reputation with a custom domain!'),
    action: { label: t('Upgrade'), to: '/my-account/plans' },
  },
  sites: {
    text: t('Start hosting your website with {company} Hosting for free now!'),
    action: { label: t('Start Migration'), to: '/create-new-site/migration' },
  },
} as const;

const ANNOUNCEMENT_PAGE = '/my-account/announcements';
const ABOUT: Readonly<Record<AnnouncementKind, string>> = {
  info: t('News'),
  maintenance: t('Maintenance'),
  problem: t('Problem'),
};

type About = {
  shape: Pick<FrameShape, 'abuse' | 'banners' | 'header'>;
  manifests: readonly Declared[];
  partner: Partner;
  viewer: { role: Role; is_abuse_system?: boolean; acting?: unknown } | null;
  hasSites?: boolean;
  announcement?: AnnouncementBanner | null;
  say: Say;
};

/** Whether the viewer can open a page that exists. */
function exists({ manifests, partner, viewer }: Pick<About, 'manifests' | 'partner' | 'viewer'>, to: string): boolean {
  const target = findRoute(manifests, to);
  return target !== null && decideAccess(target.route, partner, viewer) === 'ok';
}

function announced(about: About, { id, title, kind }: AnnouncementBanner): FrameBanner {
  const to = exists(about, ANNOUNCEMENT_PAGE) ? ANNOUNCEMENT_PAGE : null;
  const closable = about.viewer?.acting === undefined;
  return { kind: 'announcement', id, about: kind, label: about.say(ABOUT[kind]), title, to, closable };
}

/** Offers that were closed on this device; SCHEME_SCRIPT applies them before the first paint. */
export const CLOSED_OFFERS_KEY = 'panel.closed-offers';

/**
 * The page's only banner, if any: the abuse banner takes precedence over an announcement, and both over a promotion. A link
 * is there only if its page exists.
 */
export function bannerOf(about: About): FrameBanner | null {
  const { shape, partner, viewer, hasSites, announcement, say } = about;
  if (shape.abuse && viewer?.is_abuse_system) return { kind: 'abuse', text: say(ABUSE) };
  if (viewer?.role !== 'customer') return null;
  if (announcement && shape.header !== 'none') return announced(about, announcement);
  if (!shape.banners) return null;
  // Nobody is invited to start with what they already have.
  if (shape.banners === 'sites' && hasSites !== false) return null;
  const { text, action } = PROMOS[shape.banners];
  return {
    kind: 'promo',
    page: shape.banners,
    text: say(text, { company: brandOf(partner).company }),
    action: exists(about, action.to) ? { ...action, label: say(action.label) } : null,
  };
}
