import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { BillingInput, COUNTRY_CODES, taxIdType } from '@panel/contract/schemas';
import { ApiError, pageLocale, t, type BillingDetails } from '@panel/core';
import { Card, ErrorState, Select, Skeleton } from '@panel/ui';
import { Form, FormField, useForm, useWatch } from '@panel/ui/form';
import { billingQuery, useSaveBilling } from '@panel/resources/payment';

/** Every country by its name in the language of the panel, in the order of that language. */
function countries(): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([pageLocale()], { type: 'region' });
  const { compare } = new Intl.Collator(pageLocale());
  return COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    compare(a.label, b.label),
  );
}

/** Name, address and tax id on invoices. They are kept by the payment provider. */
export function BillingDetailsCard() {
  const details = useQuery(billingQuery);
  if (details.error instanceof ApiError && details.error.code === 'PAYMENT_OFF') return null;
  return (
    <Card title={t('Billing details')}>
      {details.error ? (
        <ErrorState
          error={details.error}
          level={3}
          retrying={details.isFetching}
          onRetry={() => void details.refetch()}
        />
      ) : details.data === undefined ? (
        <Skeleton kind="form" rows={4} label={t('Loading your billing details')} />
      ) : (
        <Details details={details.data} />
      )}
    </Card>
  );
}

function Details({ details }: { details: BillingDetails }) {
  const save = useSaveBilling();
  const [options] = useState(countries);
  const form = useForm({
    schema: BillingInput,
    values: details,
    saved: details,
    onSubmit: (input, expected) => save.mutateAsync({ ...input, expected }),
  });
  const country = useWatch({ control: form.control, name: 'country' });
  const takesTaxId = country !== '' && taxIdType(country) !== null;
  return (
    <Form form={form} submitLabel={t('Save')}>
      <FormField
        form={form}
        name="name"
        label={t('Name or company')}
        help={t('It is printed on your next invoices, with the address. Invoices that you have do not change.')}
        autoComplete="billing organization"
      />
      <FormField form={form} name="line1" label={t('Address')} autoComplete="billing address-line1" />
      <FormField
        form={form}
        name="line2"
        label={t('Address, second line')}
        autoComplete="billing address-line2"
        optional
      />
      <FormField form={form} name="postal_code" label={t('Postal code')} autoComplete="billing postal-code" />
      <FormField form={form} name="city" label={t('City')} autoComplete="billing address-level2" />
      <FormField form={form} name="state" label={t('State or region')} autoComplete="billing address-level1" optional />
      <FormField form={form} name="country" label={t('Country')}>
        {(input) => <Select {...input} options={options} placeholder={t('None')} autoComplete="billing country" />}
      </FormField>
      <FormField
        form={form}
        name="tax_id"
        label={t('Tax ID')}
        help={
          takesTaxId
            ? t(
                'For a company: the number that it has for value added or sales tax, with its country code if it has one.',
              )
            : country === ''
              ? t('Choose a country first. Not every country has one on invoices.')
              : t('The payment provider takes no tax ID for this country. Leave it empty.')
        }
        autoComplete="off"
        optional
      />
    </Form>
  );
}
