import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Site } from '@panel/core';
import { Banner, Button, Card, lazyPanel, Stack, Text } from '@panel/ui';
import { cannotCopy, differenceQuery, newerLabel } from '@panel/resources/staging';
import { ToolData } from '@panel/workload/parts';
import { DatabaseDifference, FileDifference } from './staging-difference.tsx';
import type { ShownText } from './text-difference.dialog.tsx';
import './staging.css';

// Texts are compared on request, by a library that nothing else needs.
const TextDialog = lazyPanel(async () => (await import('./text-difference.dialog.tsx')).TextDifferenceDialog);

/** Compares both sites on request. */
export function StagingDifferenceCard({ live, staging }: { live: Site; staging: Site }) {
  const [asked, setAsked] = useState(false);
  const [shown, setShown] = useState<ShownText | null>(null);
  const reason = cannotCopy(live, staging);
  const result = useQuery({ ...differenceQuery(staging.site_id ?? ''), enabled: asked && reason === undefined });
  const compare = () => {
    if (asked) void result.refetch();
    setAsked(true);
  };
  return (
    <Card
      title={t('Difference from live')}
      actions={
        <Button icon="refresh" loading={result.isFetching} disabledReason={reason} onClick={compare}>
          {t('Compare now')}
        </Button>
      }
    >
      {asked ? (
        <ToolData result={result} reason={reason} what={t('the difference')}>
          {({ files, newer, ...database }) => (
            <Stack gap={3}>
              <DatabaseDifference difference={database} onText={setShown} />
              <FileDifference files={files} onText={setShown} />
              {newer.length > 0 && (
                <Banner kind="warning">
                  {t('The live site has {contents} that staging does not have.', {
                    contents: newer.map(newerLabel).join(', '),
                  })}
                </Banner>
              )}
            </Stack>
          )}
        </ToolData>
      ) : (
        <Text as="p" tone="soft">
          {t('See which posts, settings, plugins and files differ before you publish.')}
        </Text>
      )}
      {shown && <TextDialog stagingId={staging.site_id ?? ''} shown={shown} onClose={() => setShown(null)} />}
    </Card>
  );
}
