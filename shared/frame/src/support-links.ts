import { decideAccess, type Declared } from '@panel/contract/access';
import { findRoute } from '@panel/contract/routing';
import type { Partner, Role } from '@panel/contract';
import { t, type Say } from './words.ts';

export type SupportLink = { label: string; href: string; /** Opens in a new tab. */ external: boolean };

/** Keys of the partner's dictionary with the menu's addresses; an entry without an address is left out. */
export const SUPPORT_KEYS = {
  SUPPORT_DOCUMENTATION_LINK: t('Documentation'),
  SUPPORT_COMMUNITY_LINK: t('Community forum'),
  SUPPORT_FEATURE_REQUESTS_LINK: t('Feature requests'),
} as const;

function safeAddress(text: string | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/**
 * Entries of "Community & Support": external docs, community forum, feature requests (spec §1), the help center,
 * email.
 */
export function supportLinks({
  manifests,
  partner,
  viewer,
  say,
}: {
  manifests: readonly Declared[];
  partner: Partner;
  viewer: { role: Role } | null;
  say: Say;
}): SupportLink[] {
  const words = partner.languages[0]?.en ?? {};
  const outside = Object.entries(SUPPORT_KEYS).flatMap(([key, label]): SupportLink[] => {
    const href = safeAddress(words[key]);
    return href ? [{ label: say(label), href, external: true }] : [];
  });
  const help = findRoute(manifests, '/help');
  const inside =
    help && decideAccess(help.route, partner, viewer) === 'ok'
      ? [{ label: say(t('Help center')), href: '/help', external: false }]
      : [];
  const mail = partner.supportEmail
    ? [
        {
          label: say(t('Write to {address}'), { address: partner.supportEmail }),
          href: `mailto:${partner.supportEmail}`,
          external: true,
        },
      ]
    : [];
  return [...inside, ...outside, ...mail];
}
