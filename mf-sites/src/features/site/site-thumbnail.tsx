import { t } from '@panel/core';
import { useState } from 'react';
import type { Site } from '@panel/core';
import './site-thumbnail.css';

/** A page in outline, where there is no picture. */
const Drawn = () => (
  <svg viewBox="0 0 640 400" aria-hidden="true">
    <rect x="48" y="48" width="250" height="34" rx="8" />
    <rect x="48" y="104" width="420" height="16" rx="8" />
    <rect x="48" y="134" width="360" height="16" rx="8" />
    <rect x="48" y="190" width="164" height="150" rx="12" />
    <rect x="238" y="190" width="164" height="150" rx="12" />
    <rect x="428" y="190" width="164" height="150" rx="12" />
  </svg>
);

/** The site as it looked when its picture was taken. */
export function SiteThumbnail({ site: { fqdn, picture_url } }: { site: Pick<Site, 'fqdn' | 'picture_url'> }) {
  // A picture that was removed meanwhile leaves the drawn one.
  const [missing, setMissing] = useState<string | null>(null);
  return (
    <span className="site-thumbnail">
      {picture_url && picture_url !== missing ? (
        <img
          src={picture_url}
          alt={t('{fqdn} as visitors see it', { fqdn })}
          width={640}
          height={400}
          loading="lazy"
          onError={() => setMissing(picture_url)}
        />
      ) : (
        <Drawn />
      )}
    </span>
  );
}
