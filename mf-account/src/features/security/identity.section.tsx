import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type LoginIdentity } from '@panel/core';
import { Button, Card, formatDate, Inline, lazyPanel, RelativeTime, Stack, Text } from '@panel/ui';
import { cannotLink, identitiesQuery, useLinkIdentity } from '@panel/resources/login-provider';

const UnlinkDialog = lazyPanel(async () => (await import('./identity-unlink.dialog.tsx')).IdentityUnlinkDialog);

const Row = ({ identity, onUnlink }: { identity: LoginIdentity; onUnlink: () => void }) => (
  <Inline justify="between">
    <Stack gap={1}>
      <Text weight="medium">{identity.name}</Text>
      <Text tone="soft" size="s">
        {identity.email} ·{' '}
        {identity.last_used_at ? (
          <>
            {t('Last used')} <RelativeTime at={identity.last_used_at} />
          </>
        ) : (
          t('Linked {since}', { since: formatDate(identity.created_at) })
        )}
      </Text>
    </Stack>
    <Button onClick={onUnlink}>{t('Unlink {name}', { name: identity.name })}</Button>
  </Inline>
);

/** Accounts elsewhere that open this one. Nothing where the partner has set up no provider. */
export function IdentitySection() {
  const { data } = useSuspenseQuery(identitiesQuery);
  const link = useLinkIdentity();
  const [unlinking, setUnlinking] = useState<LoginIdentity | null>(null);
  if (data.rows.length === 0 && data.offered.length === 0) return null;
  const open = data.offered.filter((provider) => !cannotLink(provider, data.rows));
  return (
    <Card title={t('Linked accounts')}>
      <Stack gap={4}>
        <Text as="p" tone="soft">
          {t('Sign in with an account that you have elsewhere. A second factor is asked for as after your password.')}
        </Text>
        {data.rows.map((identity) => (
          <Row key={identity.id} identity={identity} onUnlink={() => setUnlinking(identity)} />
        ))}
        {open.length > 0 && (
          <Inline>
            {open.map(({ slug, name }) => (
              <Button
                key={slug}
                loading={(link.isPending || link.isSuccess) && link.variables === slug}
                onClick={() => link.mutate(slug)}
              >
                {t('Link {name}', { name })}
              </Button>
            ))}
          </Inline>
        )}
      </Stack>
      {unlinking && <UnlinkDialog identity={unlinking} onClose={() => setUnlinking(null)} />}
    </Card>
  );
}
