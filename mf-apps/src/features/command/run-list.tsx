import { t, type App } from '@panel/core';
import type { AppRun } from '@panel/contract';
import { Badge, Link, RelativeTime, Text } from '@panel/ui';
import { runPath, runStatusLabels } from '@panel/resources/app';
import '../app/app-rows.css';

/** The commands that ran last, the newest first. */
export function RunList({ app, runs }: { app: App; runs: readonly AppRun[] }) {
  if (runs.length === 0)
    return (
      <Text as="p" tone="soft">
        {t('No command ran yet.')}
      </Text>
    );
  return (
    <ul className="app-rows" aria-label={t('Last commands')}>
      {runs.map((run) => (
        <li key={run.id}>
          <RunStatus run={run} />
          <Link to={runPath(app.id, run.id)}>
            <code className="p-break">{run.command}</code>
          </Link>
          {run.schedule_id !== null && (
            <Text size="s" tone="soft">
              {t('Scheduled')}
            </Text>
          )}
          <Text size="s" tone="soft">
            <RelativeTime at={run.created_at} />
          </Text>
        </li>
      ))}
    </ul>
  );
}

/** How a run ended, with its exit code where that says more. */
export function RunStatus({ run }: { run: AppRun }) {
  const { label, tone } = runStatusLabels[run.status];
  const code = run.status === 'failed' && run.exit_code !== null ? run.exit_code : null;
  return <Badge tone={tone}>{code === null ? label : t('Exit code {code}', { code })}</Badge>;
}
