import type { FrameBanner } from '@panel/frame';
import { AppLink } from '@panel/core/router';
import { FrameIcon } from './frame-icon.tsx';

/** At the top of the page: the account has used up its build time. */
export const AbuseBanner = ({ text }: { text: string }) => (
  <div className="f-banner" data-tone="danger" role="note">
    <FrameIcon name="warning" />
    <p>{text}</p>
  </div>
);

/** At the bottom of the page: an offer of the partner. */
export const PromoBanner = ({ banner }: { banner: Extract<FrameBanner, { kind: 'promo' }> }) => (
  <aside className="f-banner f-promo" aria-label="Offer">
    <FrameIcon name="rocket" />
    <p>{banner.text}</p>
    {banner.action && (
      <AppLink className="f-button" to={banner.action.to}>
        {banner.action.label}
      </AppLink>
    )}
  </aside>
);
