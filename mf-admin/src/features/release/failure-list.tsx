import { t, Trans } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import type { PlatformError } from '@panel/contract/platform-errors';
import { ErrorState, Heading, RelativeTime, Skeleton, Stack, Text } from '@panel/ui';
import { failuresQuery, shortVersion } from '@panel/resources/release';

/** Messages and stacks that browsers reported with this number, the latest first. */
export function FailureList({ number }: { number: PlatformError }) {
  const { data, error, refetch, isFetching } = useQuery(failuresQuery(number));
  return (
    <Stack gap={2}>
      <Heading level={3}>{t('Messages of the last 24 hours')}</Heading>
      {error && !data && <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton kind="text" />}
      {data?.failures.length === 0 && <Text tone="muted">{t('None.')}</Text>}
      {data && data.failures.length > 0 && (
        <Stack as="ul" gap={4}>
          {data.failures.map(({ package: name, version, partner, message, stack, pageViews, lastAt }) => (
            <Stack as="li" key={[name, version, partner, message, ...stack].join('\n')} gap={1}>
              <Text as="p" className="p-break">
                {message}
              </Text>
              <Text as="p" size="s" tone="muted" className="p-break">
                <Trans
                  id="{name} <0>{version}</0> of {partner}, {count, plural, one {# page view} other {# page views}}, last <1/>"
                  values={{ name, version: shortVersion(version), partner, count: pageViews }}
                  parts={[(piece) => <Text mono>{piece}</Text>, () => <RelativeTime at={lastAt} />]}
                />
              </Text>
              {stack.length > 0 && (
                <pre className="release-stack" tabIndex={0} role="group" aria-label={t('Stack')}>
                  {stack.join('\n')}
                </pre>
              )}
            </Stack>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
