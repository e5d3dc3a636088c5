import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog, Field, Select, Skeleton, Text } from '@panel/ui';
import { cleanUpQuery, useCleanUp } from '@panel/resources/release';

/** Open pages may request the release they started with: not below 30 days. */
const DAYS = ['30', '60', '90', '180', '365'] as const;

/** Removes releases that were unused for a while, after listing them. */
export function CleanUpDialog({ onClose, onDone }: { onClose: () => void; onDone: (detail: string) => void }) {
  const [days, setDays] = useState<(typeof DAYS)[number]>('30');
  const { data, error, isError } = useQuery(cleanUpQuery(Number(days)));
  const run = useCleanUp((detail) => {
    onClose();
    onDone(detail);
  });
  const count = data?.removed.length ?? 0;
  const failure = run.error ?? error;
  const blocked = isError
    ? t('This is not possible at the moment.')
    : !data
      ? t('Wait for the preview of what is removed.')
      : count === 0
        ? t('There is nothing to remove.')
        : null;
  return (
    <ConfirmDialog
      title={t('Clean up releases?')}
      confirmLabel={
        count > 0 ? t('Remove {count, plural, one {# release} other {# releases}}', { count }) : t('Remove')
      }
      danger
      busy={run.isPending}
      disabledReason={blocked}
      error={failure}
      onConfirm={() => run.mutate(Number(days))}
      onClose={onClose}
    >
      <Text as="p" tone="soft">
        {t(
          'We keep every release in use, the last three stable ones of each policy, and what a page has requested recently. You can’t promote or roll back to a removed release.',
        )}
      </Text>
      <Field label={t('Not requested for')}>
        <Select
          value={days}
          onChange={(value) => value && setDays(value)}
          options={DAYS.map((value) => ({ value, label: t('{value} days', { value }) }))}
        />
      </Field>
      {!data && !isError && <Skeleton kind="text" rows={2} label={t('Working out what can be removed')} />}
      {data && !isError && (
        <div role="status">
          <Text as="p" weight="medium">
            {t('Would remove {count, plural, one {# release} other {# releases}}, keep {kept}.', {
              count,
              kept: data.kept,
            })}
          </Text>
          {count > 0 && (
            <ul className="p-list release-removed" aria-label={t('Would be removed')}>
              {data.removed.map(({ package: name, version }) => (
                <li key={`${name} ${version}`}>
                  <Text mono>
                    {name} {version}
                  </Text>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}
