import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, Trans } from '@panel/core';
import { Banner, Button, Card, lazyPanel, Stack, Text } from '@panel/ui';
import { protectionQuery } from '@panel/resources/site';
import { cannotChangeWorkload, useProtectWorkload, type Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';

// The page is opened more often than the form, so the form loads with its panel.
const ProtectionPanel = lazyPanel(async () => (await import('./protection.panel.tsx')).ProtectionPanel);

/** Password protection at the edge: visitors must sign in before they see anything of it. */
export function ProtectionCard({ workload }: { workload: Workload }) {
  const {
    data: { password_protection: on },
  } = useSuspenseQuery(protectionQuery(workload.id));
  const [editing, setEditing] = useState(false);
  const protect = useProtectWorkload(workload);
  const reason = cannotChangeWorkload(workload);
  return (
    <Card
      title={t('Password protection')}
      footer={
        <>
          <Button icon="lock" onClick={() => setEditing(true)} disabledReason={reason}>
            {on ? t('Change') : t('Protect with a password')}
          </Button>
          {on && (
            <Button
              onClick={() => protect.mutate({ password_protection: null, expected: on })}
              loading={protect.isPending}
              disabledReason={reason}
            >
              {t('Remove protection')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={3}>
        <Text as="p" tone="soft">
          {on ? (
            <Trans
              id="Visitors are asked for a password. The user name is <0>{username}</0>."
              values={{ username: on.username }}
              parts={[(piece) => <strong>{piece}</strong>]}
            />
          ) : (
            byKind(workload, t('Anyone can visit this site.'), t('Anyone can visit this application.'))
          )}
        </Text>
        {protect.error && (
          <Banner kind="danger" live>
            {protect.error.message}
          </Banner>
        )}
      </Stack>
      {editing && (
        <ProtectionPanel workload={workload} username={on?.username ?? ''} onClose={() => setEditing(false)} />
      )}
    </Card>
  );
}
