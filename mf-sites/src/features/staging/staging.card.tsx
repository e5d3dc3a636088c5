import { t } from '@panel/core';
import type { Site, Staging } from '@panel/core';
import { Button, ButtonLink, Card, Icon, Inline, Link, RelativeTime } from '@panel/ui';
import { DataList, factOf, healthColumn } from '@panel/ui/data';
import { cannotDelete, cannotVisit, overviewPath } from '@panel/resources/site';
import { useAdminLogin } from '@panel/resources/site-tool';
import { cannotCopy, cannotPublish, cannotRevert } from '@panel/resources/staging';
import type { StagingPanel } from './staging-panels.tsx';

type Props = {
  live: Site;
  environment: Staging & { staging: Site };
  onOpen: (panel: StagingPanel) => void;
};

const timeOr = (at: string | null, none: string) => (at ? <RelativeTime at={at} /> : none);

/** The staging site, how it compares in time with the live one, and what can be done with it. */
export function StagingCard({ live, environment, onOpen }: Props) {
  const { staging, copied_at, last_publish_date } = environment;
  const { site_id, admin_url } = staging;
  const { logIn, isPending } = useAdminLogin();
  const closed = cannotVisit(staging);
  return (
    <Card
      title={t('Staging site')}
      actions={
        <>
          {admin_url !== null && site_id !== null && (
            <Button icon="key" loading={isPending} disabledReason={closed} onClick={() => logIn(site_id)}>
              {t('Log in to wp-admin')}
            </Button>
          )}
          {closed ? (
            <Button icon="globe" disabledReason={closed}>
              {t('Open site')}
            </Button>
          ) : (
            <ButtonLink icon="globe" href={staging.url} newTab>
              {t('Open site')}
            </ButtonLink>
          )}
        </>
      }
      footer={
        <>
          <Button
            kind="primary"
            icon="rocket"
            disabledReason={cannotPublish(staging)}
            onClick={() => onOpen('publish')}
          >
            {t('Publish to Live Environment')}
          </Button>
          <Button icon="refresh" disabledReason={cannotCopy(live, staging)} onClick={() => onOpen('refresh')}>
            {t('Copy live to staging')}
          </Button>
          <Button icon="arrow-left" disabledReason={cannotRevert(environment, live)} onClick={() => onOpen('revert')}>
            {t('Revert last publish')}
          </Button>
          <Button kind="danger" icon="trash" disabledReason={cannotDelete(staging)} onClick={() => onOpen('delete')}>
            {t('Delete Staging')}
          </Button>
        </>
      }
    >
      <DataList
        columns={2}
        items={[
          {
            key: 'name',
            label: t('Name'),
            value: (
              <Inline gap={1}>
                <Link to={overviewPath(staging.site_id ?? '')}>{staging.fqdn}</Link>
                {staging.is_password_protected && <Icon name="lock" size={14} label={t('Password protected')} />}
              </Inline>
            ),
          },
          factOf(healthColumn, staging),
          { key: 'copied', label: t('Copied from live'), value: timeOr(copied_at, t('Not yet')) },
          { key: 'quiet', label: t('Emails and scheduled events'), value: t('Off on staging') },
          { key: 'published', label: t('Last published'), value: timeOr(last_publish_date, t('Never')) },
        ]}
      />
    </Card>
  );
}
