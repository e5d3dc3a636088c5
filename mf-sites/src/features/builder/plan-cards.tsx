import { t } from '@panel/core';
import { BILLING_PERIODS, BUILDER_PRODUCTS } from '@panel/contract/schemas';
import { Card, Grid, Heading, Stack, Text } from '@panel/ui';
import { PlanCard } from '@panel/ui/data';

type Key = (typeof BUILDER_PRODUCTS)[number]['key'];

const PERIODS = Object.values(BILLING_PERIODS).join(' or ').toLowerCase();

/** The plans of the site builder, or of its shops. */
export const PlanCards = ({ keys }: { keys: readonly Key[] }) =>
  BUILDER_PRODUCTS.filter(({ key }) => keys.includes(key)).map(({ key, title, plans }) => (
    <Stack key={key} gap={3}>
      <Heading level={2}>{title}</Heading>
      <Text as="p" tone="muted">
        Billed {PERIODS}.
      </Text>
      <Grid min="m">
        {plans.map(({ name, price, features }) => (
          <Card key={name}>
            <PlanCard title={name} price={price === 0 ? t('Free') : `$${price}`} features={features} />
          </Card>
        ))}
      </Grid>
    </Stack>
  ));
