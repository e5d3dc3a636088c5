import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Site } from '@panel/core';
import { Banner, Button, Card, Stack, Text } from '@panel/ui';
import { cannotCopy, differenceQuery, newerLabel } from '@panel/resources/staging';
import { ToolData } from '@panel/workload/parts';
import { FileDifference, TableDifference } from './staging-difference.tsx';
import './staging.css';

/** Compares both sites on request. */
export function StagingDifferenceCard({ live, staging }: { live: Site; staging: Site }) {
  const [asked, setAsked] = useState(false);
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
          {({ files, tables, newer }) => (
            <Stack gap={3}>
              <FileDifference files={files} />
              <TableDifference tables={tables} />
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
          {t('See which files and tables differ before you publish.')}
        </Text>
      )}
    </Card>
  );
}
