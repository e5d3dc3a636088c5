import type { ReactNode } from 'react';
import { Badge, Banner, Button, Inline, Stack, Text } from '@panel/ui';

type Props = {
  fqdn: string;
  /** A special partner's account continues to the payment (spec §4). */
  isSpecial: boolean;
  /** Of a new site, or of one that exists. */
  goLabel: 'Publish' | 'Upgrade';
  busy?: boolean;
  error?: Error | null;
  onBack: () => void;
  onGo: () => void;
  children?: ReactNode;
};

/** Step 2: the domain can be used (spec §4). */
export const DomainAvailable = ({ fqdn, isSpecial, goLabel, busy = false, error, onBack, onGo, children }: Props) => (
  <Stack gap={4}>
    {error && (
      <Banner kind="danger" live>
        {error.message}
      </Banner>
    )}
    <Inline gap={2}>
      <Badge tone="success">Domain is available</Badge>
      <Text weight="medium" className="p-break">
        {fqdn}
      </Text>
    </Inline>
    {children}
    <Inline gap={2}>
      <Button onClick={onBack} disabledReason={busy ? 'Wait until this has finished.' : null}>
        {isSpecial ? 'Back' : 'Try Another Domain'}
      </Button>
      <Button kind="primary" loading={busy} onClick={onGo}>
        {goLabel}
      </Button>
    </Inline>
  </Stack>
);
