import { useQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import { Badge, Button, Card, ErrorState, Inline, Link, RelativeTime, Skeleton, Stack, Text } from '@panel/ui';
import { appCommitsQuery, buildPath, buildStatusLabels, shortCommit } from '@panel/resources/app';

type Props = { app: App; reason: string | undefined; busy: boolean; onDeploy: (commit: string) => void };

/** The commits that were built, each with its newest build. */
export function CommitList({ app, reason, busy, onDeploy }: Props) {
  const { data, error, isFetching, refetch } = useQuery(appCommitsQuery(app.id));
  return (
    <Card title={t('Built commits')}>
      {error ? (
        <ErrorState error={error} level={3} retrying={isFetching} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton kind="text" rows={4} />
      ) : data.length === 0 ? (
        <Text as="p" tone="soft">
          {t('Commits appear here once they are built.')}
        </Text>
      ) : (
        <Stack gap={4}>
          {data.map(({ commit, message, author, at, build }) => (
            <Stack key={commit} gap={1}>
              <Inline>
                <code>{shortCommit(commit)}</code>
                {build && (
                  <>
                    <Badge tone={buildStatusLabels[build.status].tone}>{buildStatusLabels[build.status].label}</Badge>
                    <Link to={buildPath(app.id, build.id)}>{t('Build {number}', { number: build.number })}</Link>
                    {build.preview_id !== null && (
                      <Badge tone="info">{t('Preview of {branch}', { branch: build.branch ?? '' })}</Badge>
                    )}
                  </>
                )}
                <Button
                  size="s"
                  aria-label={t('Deploy {commit}', { commit: shortCommit(commit) })}
                  disabledReason={busy ? t('Wait until this has finished.') : reason}
                  onClick={() => onDeploy(commit)}
                >
                  {t('Deploy')}
                </Button>
              </Inline>
              <Text className="p-break">{message}</Text>
              <Text size="s" tone="muted">
                {author} <RelativeTime at={at} />
              </Text>
            </Stack>
          ))}
        </Stack>
      )}
    </Card>
  );
}
