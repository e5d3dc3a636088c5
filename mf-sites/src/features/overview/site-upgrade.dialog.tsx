import { notify, type Site, t, Trans, told } from '@panel/core';
import { Button, ConfirmDialog, SidePanel, Stack, TaskProgress, Text } from '@panel/ui';
import { useUpgradeWordPress } from '@panel/resources/site';
import { useTaskCancel, useTaskEnd } from '@panel/resources/task';
import { RollBackNote } from './roll-back-note.tsx';

/** Asks before the upgrade, then shows its task: a backup, the new version, and a visit of the site. */
export function SiteUpgradeDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const upgrade = useUpgradeWordPress(site);
  const { fqdn, version, currentWordPressVersion: newest } = site;
  const { task, at } = useTaskEnd(upgrade.data?.task_id ?? site.task_id, (ended) => {
    if (ended.kind !== 'site.upgrade' || ended.status !== 'succeeded') return;
    notify({
      kind: 'success',
      title: t('Success'),
      message: t('WordPress {newest} installed.', { newest: newest ?? '' }),
    });
    onClose();
  });
  const cancel = useTaskCancel(task);
  if (task)
    return (
      <SidePanel
        open
        title={
          task.kind === 'site.upgrade' ? t('Upgrade to WordPress {newest}', { newest: newest ?? '' }) : told(task.label)
        }
        onClose={onClose}
        footer={<Button onClick={onClose}>{t('Close')}</Button>}
      >
        <TaskProgress task={task} at={at} onRetry={() => upgrade.reset()} {...cancel} />
      </SidePanel>
    );
  return (
    <ConfirmDialog
      title={t('Upgrade to WordPress {newest}', { newest: newest ?? '' })}
      confirmLabel={t('Back up and upgrade')}
      busy={upgrade.isPending}
      error={upgrade.error}
      onConfirm={() => upgrade.mutate()}
      onClose={onClose}
    >
      <Stack gap={3}>
        <Text as="p">
          <Trans
            id="<0>{fqdn}</0> has WordPress {version}. We back up the site, upgrade WordPress and its database, and then visit the site."
            values={{ fqdn, version: version ?? '' }}
            parts={[(piece) => <strong className="p-break">{piece}</strong>]}
          />
        </Text>
        <RollBackNote />
      </Stack>
    </ConfirmDialog>
  );
}
