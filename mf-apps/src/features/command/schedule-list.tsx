import { useState } from 'react';
import { t, type App } from '@panel/core';
import type { AppSchedule } from '@panel/contract';
import { Badge, Button, ConfirmDialog, formatDate, IconButton, Inline, Link, Text } from '@panel/ui';
import { runPath, useRemoveSchedule } from '@panel/resources/app';
import { RunStatus } from './run-list.tsx';
import '../app/app-rows.css';

type Props = { app: App; schedules: readonly AppSchedule[]; onEdit: (schedule: AppSchedule) => void };

/** The scheduled commands of an application, each with when it runs next and how its last run ended. */
export function ScheduleList({ app, schedules, onEdit }: Props) {
  const [removed, setRemoved] = useState<AppSchedule | null>(null);
  const remove = useRemoveSchedule(app.id);
  if (schedules.length === 0)
    return (
      <Text as="p" tone="soft">
        {t('No command is scheduled yet. One of these runs at the times you choose, such as every night.')}
      </Text>
    );
  return (
    <>
      <ul className="app-rows" aria-label={t('Scheduled commands')}>
        {schedules.map((each) => (
          <li key={each.id}>
            <Text weight="medium">{each.name}</Text>
            <code className="p-break">{each.command}</code>
            <Text size="s" tone="soft">
              {each.cron}
            </Text>
            {each.next_at === null ? (
              <Badge tone="neutral">{t('Switched off')}</Badge>
            ) : (
              <Text size="s" tone="soft">
                {t('Next: {time}', { time: formatDate(each.next_at) })}
              </Text>
            )}
            {each.last_run && (
              <Link to={runPath(app.id, each.last_run.id)}>
                <RunStatus run={each.last_run} />
              </Link>
            )}
            <Inline>
              <Button size="s" onClick={() => onEdit(each)}>
                {t('Edit {name}', { name: each.name })}
              </Button>
              <IconButton
                icon="trash"
                label={t('Delete {name}', { name: each.name })}
                onClick={() => setRemoved(each)}
              />
            </Inline>
          </li>
        ))}
      </ul>
      {removed && (
        <ConfirmDialog
          title={t('Delete {name}?', { name: removed.name })}
          confirmLabel={t('Delete')}
          danger
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(removed.id, { onSuccess: () => setRemoved(null) })}
          onClose={() => setRemoved(null)}
        >
          <Text as="p">{t('It does not run any more. Its last runs stay in the list.')}</Text>
        </ConfirmDialog>
      )}
    </>
  );
}
