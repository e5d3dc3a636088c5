import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import { Disclosure, RelativeTime, Stack, Text } from '@panel/ui';
import { shortCommit } from '@panel/resources/app';
import { studioCommitsQuery } from '@panel/resources/studio';
import { ToolData } from '@panel/workload/parts';

/** The newest commits of a branch, on request. */
export function CommitHistory({ app, branch }: { app: App; branch: string }) {
  const [isOpen, setOpen] = useState(false);
  const result = useQuery({ ...studioCommitsQuery(app.id, branch), enabled: isOpen });
  return (
    <Disclosure summary={t('Last commits')} onToggle={setOpen}>
      <ToolData result={result} reason={undefined} what={t('the commits')}>
        {(commits) =>
          commits.length === 0 ? (
            <Text as="p" tone="soft">
              {t('Nothing was committed to this branch yet.')}
            </Text>
          ) : (
            <Stack as="ul" gap={3}>
              {commits.map(({ commit, message, author, at }) => (
                <li key={commit} className="p-break">
                  <code>{shortCommit(commit)}</code> {message.split('\n')[0]}{' '}
                  <Text size="s" tone="muted">
                    {author} <RelativeTime at={at} />
                  </Text>
                </li>
              ))}
            </Stack>
          )
        }
      </ToolData>
    </Disclosure>
  );
}
