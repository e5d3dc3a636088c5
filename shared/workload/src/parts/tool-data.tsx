import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { t } from '@panel/core';
import { ErrorState, Skeleton, Text } from '@panel/ui';

type Props<T> = {
  result: UseQueryResult<T>;
  /** Why it cannot be read now; earlier data stays. */
  reason: string | undefined;
  /** Completes "Loading …". */
  what: string;
  children: (data: T, refresh: { loading: boolean; reload: () => void }) => ReactNode;
};

/** Data from inside a workload: it takes a moment and may fail without taking the page along. */
export function ToolData<T>({ result, reason, what, children }: Props<T>) {
  const { data, error, isFetching, refetch } = result;
  const reload = () => void refetch();
  if (data !== undefined) return children(data, { loading: isFetching, reload });
  if (reason !== undefined) return <Text tone="muted">{reason}</Text>;
  if (error) return <ErrorState error={error} level={3} retrying={isFetching} onRetry={reload} />;
  return <Skeleton kind="text" rows={4} label={t('Loading {what}', { what })} />;
}
