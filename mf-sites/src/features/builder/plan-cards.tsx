import { t } from '@panel/core';
import { BUILDER_PRODUCTS } from '@panel/contract/schemas';
import { Card, Grid, Heading, Stack, Text } from '@panel/ui';
import { PlanCard } from '@panel/ui/data';

type Key = (typeof BUILDER_PRODUCTS)[number]['key'];

/** The plans of the site builder, or of its shops. */
export const PlanCards = ({ keys }: { keys: readonly Key[] }) =>
  BUILDER_PRODUCTS.filter(({ key }) => keys.includes(key)).map(({ key, title, plans }) => (
    <Stack key={key} gap={3}>
      <Heading level={2}>{title}</Heading>
      <Text as="p" tone="muted">
        {t('Billed monthly or yearly.')}
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
