import { t, Trans, type InstallationBackups } from '@panel/core';
import { Banner, Card, CopyText, formatBytes, Link, RelativeTime, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';

const ARTICLE = '/help/article/installation-backups';
const COMMAND = 'npm run backup -- /mnt/backups --key-file /etc/panel-backup.key';

/** What is wrong, the worst first; at most one at a time. */
function Trouble({ overview: { problem, failing, overdue, makes } }: { overview: InstallationBackups }) {
  if (makes === 'nowhere')
    return (
      <Banner kind="warning" title={t('The panel makes no backups of the installation')}>
        <Trans
          id="Set BACKUP_TO to a folder of another disk or a bucket and BACKUP_KEY_FILE to a file with a passphrase, then restart the panel. <0>How to back up the installation</0>"
          parts={[(words) => <Link to={ARTICLE}>{words}</Link>]}
        />
      </Banner>
    );
  if (problem !== null)
    return (
      <Banner kind="danger" title={t('No backup can be made')}>
        {problem}
      </Banner>
    );
  if (failing !== null)
    return (
      <Banner kind="danger" title={t('The last backup failed')}>
        <Stack gap={1}>
          <span className="p-break">{failing.reason}</span>
          <Text size="s">
            <Trans
              id="Last try <0/>, failing since <1/>"
              parts={[() => <RelativeTime at={failing.at} />, () => <RelativeTime at={failing.since} />]}
            />
          </Text>
        </Stack>
      </Banner>
    );
  return overdue ? (
    <Banner kind="warning" title={t('The last backup is older than twice the interval')}>
      {t('Read the log of the panel, which says why none was made.')}
    </Banner>
  ) : null;
}

function Next({ overview: { runningSince, requestedAt, dueAt } }: { overview: InstallationBackups }) {
  if (runningSince !== null)
    return <Trans id="Being made, begun <0/>" parts={[() => <RelativeTime at={runningSince} />]} />;
  if (requestedAt !== null) return t('Within a minute');
  if (dueAt === null) return '-';
  return Date.parse(dueAt) <= Date.now() ? t('Due now') : <RelativeTime at={dueAt} />;
}

/** The command that makes a backup where the panel makes none. */
function ByCommand({ stopFirst }: { stopFirst: boolean }) {
  return (
    <Stack gap={2}>
      <Text as="p">
        {stopFirst
          ? t('To make one now, stop the panel and run this command with its settings:')
          : t('To make one now, run this command with the settings of the panel:')}
      </Text>
      <CopyText text={COMMAND} whole />
    </Stack>
  );
}

/** Whether backups are made, where they go, and when. */
export function BackupState({ overview }: { overview: InstallationBackups }) {
  const { makes, place, hours, keep, last, stopFirst } = overview;
  return (
    <Stack gap={4}>
      <Trouble overview={overview} />
      <Card title={t('Schedule')}>
        <Stack gap={4}>
          <DataList
            items={[
              place !== null && { key: 'place', label: t('Where they go'), value: place },
              hours !== null && {
                key: 'hours',
                label: t('Interval'),
                value: t('Every {hours, plural, one {hour} other {# hours}}', { hours }),
              },
              keep !== null && {
                key: 'keep',
                label: t('Kept'),
                value: t('{keep, plural, one {The newest one} other {The newest #}}', { keep }),
              },
              makes !== 'nowhere' && { key: 'next', label: t('Next backup'), value: <Next overview={overview} /> },
              {
                key: 'last',
                label: t('Last backup'),
                value:
                  last === null ? (
                    t('None yet')
                  ) : (
                    <>
                      <RelativeTime at={last.at} /> · {formatBytes(last.size)} · {last.place}
                    </>
                  ),
              },
            ]}
          />
          {makes === 'nowhere' && <ByCommand stopFirst={stopFirst} />}
          {makes === 'elsewhere' && (
            <Text as="p" tone="muted">
              {t('Another process of this installation makes them. Only that one can list what its storage has.')}
            </Text>
          )}
        </Stack>
      </Card>
    </Stack>
  );
}
