import { t } from '@panel/core';
import type { ReactNode } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { Site, SiteOverview } from '@panel/core';
import { Badge, Button, ButtonLink, Card, CopyText, Inline, Link, Stack } from '@panel/ui';
import { createdColumn, DataList, factOf, healthColumn } from '@panel/ui/data';
import { canBringDomain, domainUpgradePath } from '@panel/resources/domain';
import { cannotRename, cannotUpgrade, isOutdated, nameserversQuery, typeLabel } from '@panel/resources/site';
import { cannotPublish } from '@panel/resources/staging';
import { SitePicture } from './site-picture.tsx';
import './site-information.css';

/** The installed version, with an arrow to the newest one if it is newer. */
function WordPressVersion({ site, onUpgrade }: { site: Site; onUpgrade: () => void }) {
  const { version, currentWordPressVersion: newest } = site;
  if (!version) return <>-</>;
  const badge = <Badge>{t('WordPress {version}', { version })}</Badge>;
  if (!isOutdated(site)) return badge;
  return (
    <Inline gap={2}>
      {badge}
      <Button size="s" icon="arrow-up" onClick={onUpgrade} disabledReason={cannotUpgrade(site)}>
        {t('Upgrade to {version}', { version: newest ?? '' })}
      </Button>
    </Inline>
  );
}

/** A value with a button that copies it. */
const Copied = ({ text, label, children }: { text: string; label: string; children: ReactNode }) => (
  <span className="site-copied">
    {children}
    <CopyText text={text} label={label} buttonOnly />
  </span>
);

type Props = {
  overview: SiteOverview;
  onRename: () => void;
  onPublish: () => void;
  onUpgrade: () => void;
};

/** The preview beside the facts: Site Information (spec §2.6). */
export function SiteInformationCard({ overview, onRename, onPublish, onUpgrade }: Props) {
  const { site, wordpress } = overview;
  const { data: nameservers } = useSuspenseQuery(nameserversQuery(site.fqdn));
  const canHaveName = site.domain_type === 'sub_domain';
  return (
    <Card
      title={t('Site Information')}
      footer={
        site.isStage ? (
          <Button kind="primary" icon="rocket" onClick={onPublish} disabledReason={cannotPublish(site)}>
            {t('Publish to Live Environment')}
          </Button>
        ) : (
          canHaveName && (
            <>
              {canBringDomain(site, overview.domain) && (
                <ButtonLink icon="globe" to={domainUpgradePath('bring-your-own-domain', site.site_id ?? '')}>
                  {t('Add a Custom Domain')}
                </ButtonLink>
              )}
              <Button icon="edit" onClick={onRename} disabledReason={cannotRename(site)}>
                {t('Change Site Name')}
              </Button>
            </>
          )
        )
      }
    >
      <div className="site-facts">
        <SitePicture overview={overview} />
        <DataList
          columns={2}
          items={[
            site.type === 'wordpress'
              ? {
                  key: 'version',
                  label: t('Version'),
                  value: <WordPressVersion site={site} onUpgrade={onUpgrade} />,
                }
              : { key: 'type', label: t('Type'), value: typeLabel(site.type) },
            {
              key: 'name',
              label: t('Name'),
              value: (
                <Copied text={site.url} label={t('Copy address')}>
                  <Link href={site.url} newTab>
                    {site.fqdn}
                  </Link>
                </Copied>
              ),
            },
            {
              key: 'environment',
              label: t('Environment'),
              value: (
                <Badge tone={site.isStage ? 'warning' : 'accent'}>{site.isStage ? t('Staging') : t('Live')}</Badge>
              ),
            },
            factOf(healthColumn, site),
            wordpress && {
              key: 'user',
              label: t('WordPress user'),
              value: (
                <Copied text={wordpress.admin_user} label={t('Copy user name')}>
                  {wordpress.admin_user}
                </Copied>
              ),
            },
            site.php_version !== null && { key: 'php', label: t('PHP'), value: site.php_version },
            factOf(createdColumn, site),
            !site.isStage && {
              key: 'nameservers',
              label: t('Nameservers'),
              value: (
                <Copied text={nameservers.join('\n')} label={t('Copy nameservers')}>
                  <Stack as="ul" gap={1}>
                    {nameservers.map((host) => (
                      <li key={host}>{host}</li>
                    ))}
                  </Stack>
                </Copied>
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
}
