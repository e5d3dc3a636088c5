import { t } from '@panel/core';
import { useState, type ReactNode } from 'react';
import { PICTURE_MARK } from '@panel/contract/wire';
import type { SiteOverview } from '@panel/core';
import { Icon, Text, type IconName } from '@panel/ui';
import { cannotVisit } from '@panel/resources/site';
import './site-picture.css';

const NoPicture = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <div className="site-picture site-picture-none">
    <Icon name={icon} size={32} />
    <Text tone="muted">{children}</Text>
  </div>
);

/** Why the site has no preview, or nothing. */
function hidden({ site, evidence }: SiteOverview): { icon: IconName; text: string } | null {
  const reason = cannotVisit(site);
  if (reason) return { icon: 'sites', text: reason };
  if (site.is_password_protected) return { icon: 'lock', text: t('No preview: this site is password-protected.') };
  return evidence.some(({ name, ok }) => name === 'HTTP' && !ok)
    ? { icon: 'warning', text: t('No preview: the site didn’t answer at the last check.') }
    : null;
}

/** Marked, so that the preview does not count as traffic of the site. */
function pictureUrl(address: string): string {
  const url = new URL(address);
  url.searchParams.set(PICTURE_MARK, '1');
  return url.href;
}

/** Shown once the site has loaded, with its last picture or a skeleton until then: an empty frame is a white hole in a dark page. */
function LiveFrame({ address, title, picture }: { address: string; title: string; picture: string | null }) {
  const [loaded, setLoaded] = useState(false);
  return (
    <>
      {!loaded && !picture && <span className="p-bone site-picture-bone" />}
      {!loaded && picture && <img src={picture} alt="" className="site-picture-bone" />}
      <iframe
        src={pictureUrl(address)}
        title={title}
        data-loaded={loaded || undefined}
        onLoad={() => setLoaded(true)}
        sandbox="allow-same-origin"
        loading="lazy"
        referrerPolicy="no-referrer"
      />
    </>
  );
}

/**
 * The site as a visitor sees it now, scaled down. The frame runs no scripts of the site and takes no clicks. It keeps
 * the site's origin (another one than the panel's), because an opaque origin could not load fonts.
 */
export function SitePicture({ overview }: { overview: SiteOverview }) {
  const { site } = overview;
  const none = hidden(overview);
  if (none) return <NoPicture icon={none.icon}>{none.text}</NoPicture>;
  // The panel's policy allows no frames of other domains than the partner's own.
  if (site.domain_type === 'custom_domain')
    return site.picture_url ? (
      <div className="site-picture">
        <img
          src={site.picture_url}
          alt={t('{fqdn} as it was last seen', { fqdn: site.fqdn })}
          className="site-picture-bone"
        />
      </div>
    ) : (
      <NoPicture icon="globe">{t('No live preview of a site at its own domain. Open the site to see it.')}</NoPicture>
    );
  return (
    <div className="site-picture" inert>
      <LiveFrame
        key={site.url}
        address={site.url}
        picture={site.picture_url}
        title={t('{fqdn} as visitors see it', { fqdn: site.fqdn })}
      />
    </div>
  );
}
