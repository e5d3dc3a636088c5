import { useSuspenseQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Badge, Card, Inline, RelativeTime, Stack, Text } from '@panel/ui';
import { customerSignInsQuery, SIGN_IN_LABELS } from '@panel/resources/customer';

/** The last attempts of a customer to sign in. */
export function CustomerSignIns({ id }: { id: string }) {
  const { data } = useSuspenseQuery(customerSignInsQuery(id));
  return (
    <Card title={t('Sign-ins')}>
      {data.length === 0 ? (
        <Text tone="muted">{t('No sign-ins yet.')}</Text>
      ) : (
        <Stack as="ul" gap={2}>
          {data.map(({ at, ip, result }) => (
            <Inline as="li" key={at} gap={3}>
              <Badge tone={SIGN_IN_LABELS[result].tone}>{SIGN_IN_LABELS[result].label}</Badge>
              <Text size="s" className="p-break">
                {ip ?? '-'}
              </Text>
              <Text size="s" tone="muted">
                <RelativeTime at={at} />
              </Text>
            </Inline>
          ))}
        </Stack>
      )}
    </Card>
  );
}
