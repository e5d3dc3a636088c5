import { pageTitle } from '@panel/frame';
import { t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { Badge, HealthBadge, type HealthBadgeProps } from '../parts/badge.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { reactRenderer } from '../parts/react-renderer.ts';
import { WorkloadActions, type WorkloadAction } from './workload-actions.tsx';
import { WorkloadPicture } from './workload-picture.tsx';

export type { WorkloadAction };

/** The live or the staging one, and where the same page of it is. */
export type WorkloadEnvironment = { key: string; label: string; to: string; current: boolean };

export type WorkloadHeaderProps = HealthBadgeProps & {
  /** Of its kind, shown where there is no picture. */
  icon: IconName;
  picture: string | null;
  title: string;
  fqdn: string;
  /** Its address with scheme; null while nothing answers there. */
  url: string | null;
  /** Shown as a lock beside the address. */
  isProtected?: boolean;
  /** Its environments; one alone is only named. */
  environments?: readonly WorkloadEnvironment[];
  /** The most frequent first; the first two are buttons. */
  actions: readonly WorkloadAction[];
  /** Its own page. Left out on that page, where the title is the h1 and the first action is the page's primary one. */
  to?: string;
};

function Environments({ environments }: { environments: readonly WorkloadEnvironment[] }) {
  const [only, second] = environments;
  if (only && !second) return <Badge>{only.label}</Badge>;
  return (
    <nav className="p-segments" aria-label={t('Environment')}>
      {environments.map(({ key, label, to, current }) => (
        <AppLink key={key} className="p-segment p-segment-link" to={to} aria-current={current ? 'true' : undefined}>
          <span>{label}</span>
        </AppLink>
      ))}
    </nav>
  );
}

/** The head of every page of something that runs: what it is, where it is, how it is, and what one does most with it. */
export function WorkloadHeader(props: WorkloadHeaderProps) {
  const { icon, picture, title, fqdn, url, isProtected, environments = [], actions, to, status, health } = props;
  return (
    <div className="p-workload">
      <WorkloadPicture picture={picture} icon={icon} />
      <div className="p-workload-names">
        <div className="p-workload-title">
          {to === undefined ? (
            pageTitle(reactRenderer, title)
          ) : (
            <Link to={to} quiet>
              {title}
            </Link>
          )}
          {environments.length > 0 && <Environments environments={environments} />}
        </div>
        <div className="p-workload-facts">
          <span className="p-workload-address">
            {url === null ? (
              <span className="p-break">{fqdn}</span>
            ) : (
              <Link href={url} newTab quiet className="p-break">
                {fqdn}
              </Link>
            )}
            {isProtected && <Icon name="lock" size={14} label={t('Password protected')} />}
            <CopyText text={url ?? fqdn} label={t('Copy address')} buttonOnly />
          </span>
          <HealthBadge status={status} health={health} />
        </div>
      </div>
      <WorkloadActions name={fqdn} actions={actions} primary={to === undefined} />
    </div>
  );
}
