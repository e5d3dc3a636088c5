import { t } from '@panel/core';
import type { HelpDraft } from '@panel/contract';
import { useRestoreHelp } from '@panel/resources/help';
import { Badge, Button, Card, Inline, RelativeTime, Stack, Text } from '@panel/ui';

type Props = {
  draft: HelpDraft;
  /** There is input that a restored version would replace. */
  locked: boolean;
};

/** Every saved version; an earlier one can be restored, which is a new version. */
export function HelpVersions({ draft: { id, version, published_version: published, versions }, locked }: Props) {
  const restore = useRestoreHelp();
  return (
    <Card title={t('Versions')} level={2}>
      <ul className="p-stack p-gap-3" aria-label={t('Versions')}>
        {versions.map((one) => (
          <li key={one.version}>
            <Inline gap={3}>
              <Stack gap={1}>
                <Text weight="medium">
                  {t('Version {version}: {title}', { version: one.version, title: one.title })}{' '}
                  {one.version === published && <Badge tone="success">{t('Published')}</Badge>}
                </Text>
                <Text tone="soft" size="s">
                  {one.by} <RelativeTime at={one.created_at} />
                  {one.restored_from !== null &&
                    ` ${t('Restored from version {version}', { version: one.restored_from })}`}
                </Text>
              </Stack>
              {one.version !== version && (
                <Button
                  size="s"
                  call="help.restore"
                  loading={restore.isPending && restore.variables.version === one.version}
                  disabledReason={locked ? t('Save or undo your changes first.') : null}
                  onClick={() => restore.mutate({ id, version: one.version })}
                >
                  {t('Restore version {version}', { version: one.version })}
                </Button>
              )}
            </Inline>
          </li>
        ))}
      </ul>
    </Card>
  );
}
