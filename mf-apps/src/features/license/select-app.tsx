import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import { Button, ErrorState, RadioGroup, SearchInput, SidePanel, Skeleton, Stack, Text } from '@panel/ui';
import { upgradableAppsQuery } from '@panel/resources/app';
import { SupportHelp } from './support-help.tsx';

type Props = { app: App | null; onChange: (app: App) => void; onNext: () => void; onClose: () => void };

/** Step 1: which application. */
export function SelectApp({ app, onChange, onNext, onClose }: Props) {
  const [keyword, setKeyword] = useState('');
  const { data, error, refetch, isFetching } = useQuery(upgradableAppsQuery(keyword));
  return (
    <SidePanel
      open
      title={t('Upgrade Your Application')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button kind="primary" onClick={onNext} disabledReason={app ? null : t('Choose an application first.')}>
            {t('Next')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <SearchInput label={t('Search applications')} value={keyword} onChange={setKeyword} />
        {error ? (
          <ErrorState error={error} level={3} retrying={isFetching} onRetry={() => void refetch()} />
        ) : data === undefined ? (
          <Skeleton kind="text" rows={4} label={t('Loading your applications')} />
        ) : data.pageElements.length === 0 ? (
          <Text as="p">
            {keyword
              ? t('None of your applications has this in its address.')
              : t('There are no applications to upgrade.')}
          </Text>
        ) : (
          <RadioGroup
            legend={t('Select Application for Upgrade')}
            options={data.pageElements.map(({ id, fqdn }) => ({
              value: id,
              label: <span className="p-break">{fqdn}</span>,
            }))}
            value={app?.id ?? null}
            onChange={(id) => {
              const chosen = data.pageElements.find((one) => one.id === id);
              if (chosen) onChange(chosen);
            }}
          />
        )}
        {data && data.totalCount > data.pageElements.length && (
          <Text as="p" size="s" tone="muted">
            {t('Use the search to find other applications.')}
          </Text>
        )}
        <SupportHelp />
      </Stack>
    </SidePanel>
  );
}
