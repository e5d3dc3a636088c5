import { useState, type ReactNode } from 'react';
import type { IconName } from './icon.tsx';
import { KindIcon } from './kind-icon.tsx';
import { Link } from './link.tsx';

export type ResourceNameProps = {
  /** Of its kind. */
  icon: IconName;
  /** Its own picture instead, an address of the panel; the icon stays where it cannot be shown. */
  picture?: string | null;
  title: string;
  /** Its address or another text that tells it from others, in one line. */
  detail: string;
  /** Its page; a click anywhere on the name opens it. */
  to?: string | null;
  /** Small icons and badges after the title. */
  marks?: ReactNode;
};

const Picture = ({ src, icon }: { src: string; icon: IconName }) => {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === src) return <KindIcon name={icon} />;
  return (
    <img
      className="p-kind p-kind-picture"
      src={src}
      alt=""
      width={32}
      height={32}
      loading="lazy"
      onError={() => setFailed(src)}
    />
  );
};

/** Names one thing in a list: an icon of its kind, its title, and below it the address, which is the link. */
export const ResourceName = ({ icon, picture, title, detail, to, marks }: ResourceNameProps) => (
  <span className="p-name">
    {picture ? <Picture src={picture} icon={icon} /> : <KindIcon name={icon} />}
    <span className="p-name-text">
      <span className="p-name-line">
        <span className="p-name-title" dir="auto">
          {title}
        </span>
        {marks}
      </span>
      <span className="p-name-detail">
        {to ? (
          <Link to={to} quiet className="p-name-link" dir="auto">
            {detail}
          </Link>
        ) : (
          <span className="p-name-link" dir="auto">
            {detail}
          </span>
        )}
      </span>
    </span>
  </span>
);
