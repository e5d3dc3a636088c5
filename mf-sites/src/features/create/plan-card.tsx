import type { ReactNode } from 'react';
import { Badge, Icon, Inline, Stack, Text } from '@panel/ui';
import './plan-card.css';

export type PlanCardProps = {
  title: string;
  price: ReactNode;
  description?: string;
  features: readonly string[];
  /** Only where it is true. */
  popular?: boolean;
};

/** A plan's description, inside the radio that selects it (spec §2.9). */
export function PlanCard({ title, price, description, features, popular = false }: PlanCardProps) {
  return (
    <Stack as="span" gap={3} className="plan-card">
      <Inline as="span" justify="between">
        <Text size="l" weight="strong">
          {title} {popular && <Badge tone="accent">MOST POPULAR</Badge>}
        </Text>
        <Text size="l" weight="strong">
          {price}
        </Text>
      </Inline>
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
