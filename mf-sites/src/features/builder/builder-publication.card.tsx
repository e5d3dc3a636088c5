import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import type { Site } from '@panel/core';
import { Banner, Card, RelativeTime, Skeleton, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { cannotChange } from '@panel/resources/site';
import { builderPublicationQuery } from '@panel/resources/site-builder';
import { EditSiteButton } from './edit-site.button.tsx';

type Props = { siteId: string; site: Pick<Site, 'fqdn' | 'status' | 'task_id'> };

/** The draft of a site of the site builder, when it was published last, and the way to its editor. */
export function BuilderPublicationCard({ siteId, site }: Props) {
  const { data, error } = useQuery(builderPublicationQuery(siteId));
  const isBehind = data && data.published_revision !== null && data.revision > data.published_revision;
  return (
    <Card title={t('Site builder')} actions={<EditSiteButton site={site} disabledReason={cannotChange(site)} />}>
      {error && <Banner kind="danger">{t('We couldn’t read the draft. {message}', { message: error.message })}</Banner>}
      {!data && !error && <Skeleton kind="text" rows={2} />}
      {data && (
        <Stack gap={3}>
          <DataList
            columns={2}
            items={[
              {
                key: 'published',
                label: t('Last published'),
                value: data.published_at ? <RelativeTime at={data.published_at} /> : '–',
              },
              { key: 'pages', label: t('Pages'), value: data.page_count },
              {
                key: 'saved',
                label: t('Draft saved'),
                value: data.saved_at ? <RelativeTime at={data.saved_at} /> : '–',
              },
              {
                key: 'state',
                label: t('Draft'),
                value: isBehind ? t('Has changes that are not published') : t('Published'),
              },
            ].filter(({ key }) => key !== 'state' || data.published_revision !== null)}
          />
          <Text as="p" size="s" tone="muted">
            {t('Restoring a backup changes the live site, not the draft. Publish again to replace what was restored.')}
          </Text>
        </Stack>
      )}
    </Card>
  );
}
