import { t, Trans } from '@panel/core';
import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Button, Card, lazyPanel, RelativeTime, Text } from '@panel/ui';
import type { Workload } from '@panel/resources/workload';
import { backupSettingsQuery, scheduleLabel } from '@panel/resources/backup';

// The page is opened more often than the form.
const SettingsPanel = lazyPanel(async () => (await import('./backup-settings.panel.tsx')).BackupSettingsPanel);

/** When a site or an application is backed up by itself, and the next time. */
export function BackupScheduleCard({ workload }: { workload: Workload }) {
  const { data: settings } = useSuspenseQuery(backupSettingsQuery(workload.id));
  const [editing, setEditing] = useState(false);
  const { is_active, keep, next_backup_date } = settings;
  return (
    <Card
      title={t('Scheduled backups')}
      actions={
        <Button size="s" icon="calendar" onClick={() => setEditing(true)}>
          {is_active ? t('Change schedule') : t('Schedule backups')}
        </Button>
      }
    >
      <Text as="p" tone="soft">
        {is_active ? (
          <>
            {t('{schedule}. We keep the last {keep, plural, =1 {one} other {#}}.', {
              schedule: scheduleLabel(settings),
              keep,
            })}
            {next_backup_date && (
              <>
                {' '}
                <Trans id="Next backup: <0/>" parts={[() => <RelativeTime at={next_backup_date} />]} />
              </>
            )}
          </>
        ) : (
          t('Off. Only manual backups are made.')
        )}
      </Text>
      {editing && <SettingsPanel workload={workload} settings={settings} onClose={() => setEditing(false)} />}
    </Card>
  );
}
