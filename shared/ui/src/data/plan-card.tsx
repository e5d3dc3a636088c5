import type { ReactNode } from 'react';
import { t } from '@panel/core';
import { Badge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { Inline, Stack } from '../parts/layout.tsx';
import { Text } from '../parts/text.tsx';

export type PlanCardProps = {
  title: string;
  price: ReactNode;
  /** Below the price: what it is a month, what the longer period saves. */
  priceNote?: ReactNode;
  description?: string;
  features: readonly string[];
  /** Only where it is true. */
  popular?: boolean;
  /** The plan that the viewer has. */
  current?: boolean;
};

/** A plan's description, inside a card or the radio that selects it (spec §2.9). */
export function PlanCard({
  title,
  price,
  priceNote,
  description,
  features,
  popular = false,
  current = false,
}: PlanCardProps) {
  return (
    <Stack as="span" gap={3} className="plan-card">
      <Inline as="span" justify="between">
        <Text size="l" weight="strong">
          {title} {popular && <Badge tone="accent">{t('MOST POPULAR')}</Badge>}
          {current && <Badge tone="success">{t('Current plan')}</Badge>}
        </Text>
        <Text size="l" weight="strong">
          {price}
        </Text>
      </Inline>
      {priceNote && <span className="plan-card-note">{priceNote}</span>}
      {description && <Text tone="soft">{description}</Text>}
      <Stack as="span" gap={1}>
        {features.map((feature) => (
          <Inline key={feature} as="span" gap={2} wrap={false}>
            <Icon name="check" size={16} className="p-text-success" />
            <Text>{feature}</Text>
          </Inline>
        ))}
      </Stack>
    </Stack>
  );
}
