import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Badge, Button, Card, formatDate, Inline, lazyPanel, Stack, Text } from '@panel/ui';
import { cannotRemoveTotp, secondFactorsQuery, useBeginTotp } from '@panel/resources/security';

const SetUpPanel = lazyPanel(async () => (await import('./totp-set-up.panel.tsx')).TotpSetUpPanel);
const RemovePanel = lazyPanel(async () => (await import('./totp-remove.panel.tsx')).TotpRemovePanel);
const NewCodesDialog = lazyPanel(async () => (await import('./recovery-codes.dialog.tsx')).NewRecoveryCodesDialog);

type Panel = 'set-up' | 'remove' | 'codes' | null;

/** The authenticator app and its recovery codes. */
export function SecondFactorSection() {
  const { data: factors } = useSuspenseQuery(secondFactorsQuery);
  const begin = useBeginTotp();
  const [panel, setPanel] = useState<Panel>(null);
  const hasCodes = factors.totp !== null || factors.passkeys.length > 0;
  const close = () => {
    setPanel(null);
    begin.reset();
  };
  return (
    <Card
      title={t('Authenticator app')}
      actions={factors.totp ? <Badge tone="success">{t('On')}</Badge> : <Badge tone="neutral">{t('Off')}</Badge>}
    >
      <Stack gap={4}>
        <Text as="p" tone="soft">
          {factors.totp
            ? t('Since {since} a sign-in asks for a code of your authenticator app. Recovery codes left: {left}.', {
                since: formatDate(factors.totp.since),
                left: factors.recovery_codes,
              })
            : t(
                'A sign-in asks for your password and a code of an app on your phone: a stolen password is not enough.',
              )}
        </Text>
        {hasCodes && !factors.totp && (
          <Text as="p" tone="soft">
            {t('Recovery codes left: {left}.', { left: factors.recovery_codes })}
          </Text>
        )}
        <Inline>
          {hasCodes && (
            <Button icon="refresh" onClick={() => setPanel('codes')}>
              {t('New recovery codes')}
            </Button>
          )}
          {factors.totp ? (
            <Button kind="danger" onClick={() => setPanel('remove')} disabledReason={cannotRemoveTotp(factors)}>
              {t('Remove app')}
            </Button>
          ) : (
            <Button
              kind="primary"
              loading={begin.isPending}
              onClick={() => begin.mutate(undefined, { onSuccess: () => setPanel('set-up') })}
            >
              {t('Set up authenticator app')}
            </Button>
          )}
        </Inline>
      </Stack>
      {panel === 'set-up' && begin.data && <SetUpPanel begun={begin.data} onClose={close} />}
      {panel === 'remove' && <RemovePanel onClose={close} />}
      {panel === 'codes' && <NewCodesDialog onClose={close} />}
    </Card>
  );
}
