import type { Partner, Role } from '@panel/contract';
import { decideAccess, type Declared } from '@panel/contract/access';
import { findRoute } from '@panel/contract/routing';
import { brandOf } from '@panel/brand';
import type { FrameShape } from './frame-shape.ts';
import { t, type Say } from './words.ts';

export type FrameBanner =
  | { kind: 'abuse'; text: string }
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

type About = {
  shape: Pick<FrameShape, 'abuse' | 'banners'>;
  manifests: readonly Declared[];
  partner: Partner;
  viewer: { role: Role; is_abuse_system?: boolean } | null;
  hasSites?: boolean;
  say: Say;
};

/** Offers that were closed on this device; SCHEME_SCRIPT applies them before the first paint. */
export const CLOSED_OFFERS_KEY = 'panel.closed-offers';

/**
 * The page's only banner, if any: the abuse banner takes precedence over a promotion, which has its button only if
 * its page exists.
 */
export function bannerOf({ shape, manifests, partner, viewer, hasSites, say }: About): FrameBanner | null {
  if (shape.abuse && viewer?.is_abuse_system) return { kind: 'abuse', text: say(ABUSE) };
  if (!shape.banners || viewer?.role !== 'customer') return null;
  // Nobody is invited to start with what they already have.
  if (shape.banners === 'sites' && hasSites !== false) return null;
  const { text, action } = PROMOS[shape.banners];
  const target = findRoute(manifests, action.to);
  const exists = target !== null && decideAccess(target.route, partner, viewer) === 'ok';
  return {
    kind: 'promo',
    page: shape.banners,
    text: say(text, { company: brandOf(partner).company }),
    action: exists ? { ...action, label: say(action.label) } : null,
  };
}
