import { useSuspenseQuery } from '@tanstack/react-query';
import { formatNumber, queryClient, t } from '@panel/core';
import { helpFeedbackQuery } from '@panel/resources/help';
import { Card, EmptyState, Link, Page, RelativeTime, Stack, Text } from '@panel/ui';

export const prefetch = () => queryClient.prefetchQuery(helpFeedbackQuery);

/** /admin/help/feedback: what readers said about each article, those first that helped least. */
export function Component() {
  const { articles } = useSuspenseQuery(helpFeedbackQuery).data;
  return (
    <Page
      title={t('Help feedback')}
      subtitle={t('Views of the last 90 days, and what readers answered to “Was this helpful?”.')}
      width="form"
    >
      {articles.length === 0 && (
        <EmptyState
          icon="chat"
          title={t('No feedback yet')}
          text={t('Views and answers of your readers will appear here.')}
        />
      )}
      <Stack gap={4}>
        {articles.map(({ slug, reads, helpful, unhelpful, comments }) => (
          <Card key={slug} title={<Link to={`/help/article/${slug}`}>{slug}</Link>} level={2}>
            <Stack gap={3}>
              <Text>
                {t('{reads, plural, one {# view} other {# views}}, {helpful} helpful, {unhelpful} not helpful', {
                  reads,
                  helpful: formatNumber(helpful),
                  unhelpful: formatNumber(unhelpful),
                })}
              </Text>
              {comments.length > 0 && (
                <ul className="p-list" aria-label={t('Comments on {slug}', { slug })}>
                  {comments.map(({ helpful: good, comment, at }) => (
                    <li key={`${at} ${comment}`}>
                      {good ? t('Helpful:') : t('Not helpful:')} {comment} <RelativeTime at={at} />
                    </li>
                  ))}
                </ul>
              )}
            </Stack>
          </Card>
        ))}
      </Stack>
    </Page>
  );
}
