import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type Passkey } from '@panel/core';
import { Badge, Button, Card, formatDate, Inline, lazyPanel, Menu, RelativeTime, Stack, Text } from '@panel/ui';
import { knowsPasskeys } from '@panel/resources/passkey';
import { cannotRemovePasskey, secondFactorsQuery } from '@panel/resources/security';

const AddPanel = lazyPanel(async () => (await import('./passkey-add.panel.tsx')).PasskeyAddPanel);
const NamePanel = lazyPanel(async () => (await import('./passkey-rename.panel.tsx')).PasskeyRenamePanel);
const RemoveDialog = lazyPanel(async () => (await import('./passkey-remove.dialog.tsx')).PasskeyRemoveDialog);

type Panel = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null;

const Row = ({
  passkey,
  cannotRemove,
  onOpen,
}: {
  passkey: Passkey;
  cannotRemove: string | undefined;
  onOpen: (panel: Panel) => void;
}) => (
  <Inline justify="between">
    <Stack gap={1}>
      <Inline gap={2}>
        <Text weight="medium">{passkey.name}</Text>
        {passkey.is_synced && <Badge tone="neutral">{t('Synced')}</Badge>}
      </Inline>
      <Text tone="soft" size="s">
        {passkey.last_used_at ? (
          <>
            {t('Last used')} <RelativeTime at={passkey.last_used_at} />
          </>
        ) : (
          t('Added {since}, not used yet', { since: formatDate(passkey.created_at) })
        )}
      </Text>
    </Stack>
    <Menu
      label={t('Actions for {name}', { name: passkey.name })}
      items={[
        { key: 'rename', label: t('Rename'), icon: 'edit', onSelect: () => onOpen({ kind: 'rename', passkey }) },
        {
          key: 'remove',
          label: t('Remove'),
          icon: 'trash',
          danger: true,
          onSelect: () => onOpen({ kind: 'remove', passkey }),
          disabledReason: cannotRemove,
        },
      ]}
    />
  </Inline>
);

/** Passkeys: each opens the account without a password, and is a second factor beside it. */
export function PasskeySection() {
  const { data: factors } = useSuspenseQuery(secondFactorsQuery);
  const [panel, setPanel] = useState<Panel>(null);
  const close = () => setPanel(null);
  return (
    <Card
      title={t('Passkeys')}
      actions={
        <Button
          icon="plus"
          onClick={() => setPanel({ kind: 'add' })}
          disabledReason={knowsPasskeys() ? undefined : t('This browser does not know passkeys.')}
        >
          {t('Add passkey')}
        </Button>
      }
    >
      <Stack gap={4}>
        <Text as="p" tone="soft">
          {t(
            'Sign in with your fingerprint, face or device PIN instead of your password. A passkey works on this address alone, so nobody can ask you for it elsewhere.',
          )}
        </Text>
        {factors.passkeys.map((passkey) => (
          <Row key={passkey.id} passkey={passkey} cannotRemove={cannotRemovePasskey(factors)} onOpen={setPanel} />
        ))}
      </Stack>
      {panel?.kind === 'add' && <AddPanel onClose={close} />}
      {panel?.kind === 'rename' && <NamePanel passkey={panel.passkey} onClose={close} />}
      {panel?.kind === 'remove' && <RemoveDialog passkey={panel.passkey} onClose={close} />}
    </Card>
  );
}
