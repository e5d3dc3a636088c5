import { useState } from 'react';
import { t } from '@panel/core';
import type { AppPush, PushSecret } from '@panel/contract';
import { Banner, Button, ConfirmDialog, CopyText, Inline, RelativeTime, Stack, Text } from '@panel/ui';
import { pushSecretLabel, useNewPushSecret } from '@panel/resources/app';

type Props = { id: string; kind: PushSecret; given: AppPush; children: string };

/** A secret for pushes: when it was made, and a new one, which is shown once. */
export function PushSecretPart({ id, kind, given, children }: Props) {
  const [isAsked, setIsAsked] = useState(false);
  const make = useNewPushSecret(id);
  const madeAt = given.secrets[kind];
  const name = pushSecretLabel(kind);
  const run = () => make.mutate(kind, { onSuccess: () => setIsAsked(false) });
  const shown = make.data && (kind === 'hook' ? make.data.url : make.data.secret);
  return (
    <Stack gap={2}>
      <Inline justify="between">
        <Text>
          <strong>{name}</strong>{' '}
          {madeAt === null ? (
            t('None yet')
          ) : (
            <>
              {t('Created')} <RelativeTime at={madeAt} />
            </>
          )}
        </Text>
        <Button size="s" loading={make.isPending} onClick={() => (madeAt === null ? run() : setIsAsked(true))}>
          {madeAt === null ? t('Create: {name}', { name }) : t('Replace: {name}', { name })}
        </Button>
      </Inline>
      <Text as="p" tone="soft">
        {children}
      </Text>
      {shown && (
        <Banner kind="success" live title={t('Copy it now. It is not shown again.')}>
          <CopyText text={shown} label={t('Copy: {name}', { name })} whole />
        </Banner>
      )}
      {make.error && !isAsked && (
        <Banner kind="danger" live>
          {make.error.message}
        </Banner>
      )}
      {isAsked && (
        <ConfirmDialog
          title={t('Replace: {name}?', { name })}
          confirmLabel={t('Replace')}
          busy={make.isPending}
          error={make.error}
          onConfirm={run}
          onClose={() => setIsAsked(false)}
        >
          <Text as="p">{t('The one before it stops working at once. Enter the new one wherever it is used.')}</Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}
