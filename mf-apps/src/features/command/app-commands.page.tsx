import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import type { AppSchedule } from '@panel/contract';
import { Banner, Button, ButtonLink, Card, Stack } from '@panel/ui';
import { appCommandsPath, appCommandsQuery, cannotRunCommand, cannotSchedule } from '@panel/resources/app';
import { appComponent, prefetchApp } from '../app/app-component.tsx';
import { AppPage } from '../app/app-page.tsx';
import { CommandForm } from './command.form.tsx';
import { RunList } from './run-list.tsx';
import { RunView } from './run-view.tsx';
import { ScheduleList } from './schedule-list.tsx';
import { SchedulePanel } from './schedule.panel.tsx';

export const prefetch = prefetchApp((id) => [appCommandsQuery(id)]);

/** /manage-app/commands: one command now, commands at certain times, and what ran last. */
export const Component = appComponent(AppCommands);

function AppCommands({ app }: { app: App }) {
  const [search] = useSearchParams();
  const [edited, setEdited] = useState<AppSchedule | 'new' | null>(null);
  const { data: given } = useSuspenseQuery(appCommandsQuery(app.id));
  const runId = search.get('run');
  if (runId !== null)
    return (
      <AppPage
        app={app}
        title={t('Commands')}
        actions={
          <ButtonLink icon="arrow-left" to={appCommandsPath(app.id)}>
            {t('All commands')}
          </ButtonLink>
        }
      >
        <RunView key={runId} runId={runId} />
      </AppPage>
    );
  return (
    <AppPage
      app={app}
      title={t('Commands')}
      subtitle={t('They run in the live release, with its variables and its database, beside the server.')}
    >
      <Stack gap={4}>
        {given.missing !== null && <Banner kind="warning">{given.missing}</Banner>}
        <CommandForm app={app} reason={cannotRunCommand(app, given)} />
        <Card
          title={t('Scheduled commands')}
          actions={
            <Button size="s" icon="plus" disabledReason={cannotSchedule(given)} onClick={() => setEdited('new')}>
              {t('Add scheduled command')}
            </Button>
          }
        >
          <ScheduleList app={app} schedules={given.schedules} onEdit={setEdited} />
        </Card>
        <Card title={t('Last commands')}>
          <RunList app={app} runs={given.runs} />
        </Card>
        {edited && (
          <SchedulePanel app={app} schedule={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
        )}
      </Stack>
    </AppPage>
  );
}
