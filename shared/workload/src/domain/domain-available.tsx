import type { ReactNode } from 'react';
import { t } from '@panel/core';
import { Badge, Banner, Button, Inline, Stack, Text } from '@panel/ui';

type Props = {
  fqdn: string;
  /** A special partner's account continues to the payment (spec §4). */
  isSpecial: boolean;
  /** "Publish" for a new one, "Upgrade" for one that exists. */
  goLabel: string;
  busy?: boolean;
  /** Why it cannot go on, or nothing. */
  goReason?: string | null;
  error?: Error | null;
  onBack: () => void;
  onGo: () => void;
  children?: ReactNode;
};

/** Step 2: the domain can be used (spec §4). */
export const DomainAvailable = ({
  fqdn,
  isSpecial,
  goLabel,
  busy = false,
  goReason = null,
  error,
  onBack,
  onGo,
  children,
}: Props) => (
  <Stack gap={4}>
    {error && (
      <Banner kind="danger" live>
        {error.message}
      </Banner>
    )}
    <Inline gap={2}>
      <Badge tone="success">{t('Domain is available')}</Badge>
      <Text weight="medium" className="p-break">
        {fqdn}
      </Text>
    </Inline>
    {children}
    <Inline gap={2}>
      <Button onClick={onBack} disabledReason={busy ? t('Wait until this has finished.') : null}>
        {isSpecial ? t('Back') : t('Try Another Domain')}
      </Button>
      <Button kind="primary" loading={busy} disabledReason={goReason} onClick={onGo}>
        {goLabel}
      </Button>
    </Inline>
  </Stack>
);
