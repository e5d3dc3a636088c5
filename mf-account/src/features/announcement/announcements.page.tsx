import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t } from '@panel/core';
import { ANNOUNCEMENT_KIND_LABELS, announcementsQuery } from '@panel/resources/announcement';
import { Badge, Card, EmptyState, formatDate, Page, RelativeTime, Stack, Text } from '@panel/ui';
import { ArticleBody } from '@panel/workload/help';

export const prefetch = () => queryClient.prefetchQuery(announcementsQuery);

/** /my-account/announcements: everything that the partner tells now, closed banners too. */
export function Component() {
  const { announcements } = useSuspenseQuery(announcementsQuery).data;
  return (
    <Page title={t('Announcements')} width="form">
      {announcements.length === 0 && (
        <EmptyState
          icon="info"
          title={t('No announcements')}
          text={t('News, planned maintenance and problems will appear here.')}
        />
      )}
      <Stack gap={4}>
        {announcements.map(({ id, title, kind, blocks, from, until }) => {
          const { label, tone } = ANNOUNCEMENT_KIND_LABELS[kind];
          return (
            <Card key={id} title={title} level={2} actions={<Badge tone={tone}>{label}</Badge>}>
              <Stack gap={3}>
                <ArticleBody blocks={blocks} level={3} />
                <Text tone="soft" size="s">
                  <RelativeTime at={from} />
                  {until !== null && ` · ${t('Until {time}', { time: formatDate(until) })}`}
                </Text>
              </Stack>
            </Card>
          );
        })}
      </Stack>
    </Page>
  );
}
