import { t } from '@panel/core';
import type { ConfiguredKey } from '@panel/core';
import { Card, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';

const owned = ({ packages }: ConfiguredKey): string => {
  if (packages === null) return t('Every package');
  return packages.length > 0 ? packages.join(', ') : t('Nothing');
};

/** The keys of the environment, which can only be changed there. */
export function ConfiguredKeys({ keys }: { keys: readonly ConfiguredKey[] }) {
  if (keys.length === 0) return null;
  return (
    <Card title={t('Keys from RELEASE_KEYS')}>
      <Stack gap={3}>
        <Text as="p" size="s" tone="soft">
          {t(
            'These keys come from the panel’s environment. To change or revoke one, edit RELEASE_KEYS and restart the panel, or add the key to a team here.',
          )}
        </Text>
        <DataList
          items={keys.map((key) => ({
            key: key.keyId,
            label: <Text mono>{key.keyId}</Text>,
            value: owned(key),
          }))}
        />
      </Stack>
    </Card>
  );
}
