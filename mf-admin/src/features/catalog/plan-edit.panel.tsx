import type { CatalogPlan } from '@panel/contract';
import { PLAN_CURRENCIES_MAX } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { useSavePlan } from '@panel/resources/catalog';
import { perInterval } from '@panel/resources/payment';
import { Badge, Card, Checkbox, formatDate, Grid, Heading, Inline, Stack, Text, TextArea, toast } from '@panel/ui';
import { FieldList, FormField, FormPanel, useForm } from '@panel/ui/form';
import { PlanForm, soldOf, typedOf } from './plan-form.ts';
import { PlanPreview } from './plan-preview.tsx';

/** Every price that a plan had; those that are not offered any more are kept for who has them. */
const Prices = ({ prices }: Pick<CatalogPlan, 'prices'>) => (
  <Stack gap={2}>
    <Heading level={3}>{t('All prices')}</Heading>
    {prices.length === 0 && <Text tone="muted">{t('It has had no price yet.')}</Text>}
    <Stack as="ul" gap={2}>
      {prices.map(({ id, amount, currency, interval, offered, licenses, created_at: since }) => (
        <Stack as="li" key={id} gap={1}>
          <Inline gap={2}>
            <Text>{perInterval(amount, currency, interval)}</Text>
            <Badge tone={offered ? 'success' : 'neutral'}>{offered ? t('Offered') : t('Not offered any more')}</Badge>
          </Inline>
          <Text size="s" tone="muted">
            {t('Since {date}, {count, plural, one {# license} other {# licenses}}', {
              date: formatDate(since, { withTime: false }),
              count: licenses,
            })}
          </Text>
        </Stack>
      ))}
    </Stack>
  </Stack>
);

/**
 * Changes the name, features and prices of a plan for new purchases, beside its card as customers see it. `currency`: the one that they see
 * first.
 */
export function PlanEditPanel({
  plan,
  currency,
  onClose,
}: {
  plan: CatalogPlan;
  currency: string;
  onClose: () => void;
}) {
  const save = useSavePlan();
  const form = useForm({
    schema: PlanForm,
    values: typedOf(plan, currency),
    onSubmit: async (entered) => {
      await save.mutateAsync({ ...soldOf(entered), product: plan.product_type });
      toast.success({ message: t('Plan saved.') });
      onClose();
    },
  });
  const typed = form.watch();
  return (
    <FormPanel
      form={form}
      call="catalog.save"
      title={t('Edit {name}', { name: plan.name })}
      submitLabel={t('Save plan')}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={t('Name')} required autoComplete="off" />
      <FormField
        form={form}
        name="features"
        label={t('Features')}
        optional
        help={t('One on each line. The card shows them below the limits of the plan.')}
      >
        {(input) => <TextArea {...input} value={input.value ?? ''} rows={4} />}
      </FormField>
      <FieldList
        form={form}
        name="amounts"
        label={t('Prices')}
        rowLabel={t('Currency')}
        newRow={{ currency: '', month: '', year: '' }}
        movable={false}
        addDisabledReason={typed.amounts.length < PLAN_CURRENCIES_MAX ? null : t('At most 20 currencies are allowed.')}
      >
        {(row) => (
          <Grid min="s">
            <FormField
              form={form}
              name={`${row}.currency`}
              label={t('Currency')}
              required
              autoComplete="off"
              autoCapitalize="none"
              help={t('Three letters, such as usd.')}
            />
            <FormField
              form={form}
              name={`${row}.month`}
              label={t('Price by month')}
              inputMode="decimal"
              autoComplete="off"
            />
            <FormField
              form={form}
              name={`${row}.year`}
              label={t('Price by year')}
              inputMode="decimal"
              autoComplete="off"
            />
          </Grid>
        )}
      </FieldList>
      <Text as="p" tone="soft">
        {t('Customers see the plan only in the currencies that it has a price in.')}
      </Text>
      <FormField
        form={form}
        name="trial"
        label={t('Trial days')}
        optional
        inputMode="numeric"
        autoComplete="off"
        help={t(
          'From 1 to 90. For that long the plan is free for customers who buy a license for sites, or for applications, for the first time. Their card is confirmed at once and charged when the trial ends.',
        )}
      />
      <FormField form={form} name="offered" label={t('Offered')} hideLabel>
        {({ value, onChange }) => (
          <Checkbox
            label={t('Offered to customers')}
            help={t('Without it nobody can buy the plan. Who has it keeps it.')}
            checked={value}
            onChange={onChange}
          />
        )}
      </FormField>
      <Text as="p" tone="soft">
        {t('A new price is for new purchases. Licenses that were bought before renew at the price that they have.')}
      </Text>
      <Card title={t('What customers see')}>
        {typed.offered ? (
          <PlanPreview sold={{ ...plan, ...soldOf(typed) }} />
        ) : (
          <Text as="p">{t('Customers don’t see this plan.')}</Text>
        )}
      </Card>
      <Prices prices={plan.prices} />
    </FormPanel>
  );
}
