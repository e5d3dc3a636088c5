import { decideAccess, findRoute, type Declared, type Partner, type User } from '@panel/core';
import { brandOf, type FrameShape } from '@panel/contract/frame';

export type FrameBanner =
  | { kind: 'abuse'; text: string }
  | { kind: 'promo'; text: string; action: { label: string; to: string } };

/** Spec §8, to the letter. */
export const ABUSE_TEXT =
  'Your account has reached max build time, so you can not take a new build and your changes not publish to live application. The build time will be renewed at the beginning of each month.';

/** Spec §1: which banner shows is the active page's matter. */
const PROMOS = {
  apps: {
    text: () => 'Protect your SEO ranking & Brand Reputation with a custom domain!',
    action: { label: 'Upgrade', to: '/my-account/plans' },
  },
  sites: {
    text: (company: string) => `Start hosting your website with ${company} Hosting for free now!`,
    action: { label: 'Start Migration', to: '/create-new-site/migration' },
  },
} as const;

type About = { shape: FrameShape; manifests: readonly Declared[]; partner: Partner; viewer: User | null };

/** The one banner of a page, or none: the abuse banner before a promotion, a promotion only when its page exists. */
export function bannerOf({ shape, manifests, partner, viewer }: About): FrameBanner | null {
  if (shape.abuse && viewer?.is_abuse_system) return { kind: 'abuse', text: ABUSE_TEXT };
  if (!shape.banners || viewer?.role !== 'customer') return null;
  const { text, action } = PROMOS[shape.banners];
  const target = findRoute(manifests, action.to);
  if (!target || decideAccess(target.route, partner, viewer) !== 'ok') return null;
  return { kind: 'promo', text: text(brandOf(partner).company), action };
}
