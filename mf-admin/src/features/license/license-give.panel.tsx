import { t } from '@panel/core';
import { DistributeInput, LICENSE_PRODUCTS, LICENSE_PRODUCT_IDS, LICENSE_TERMS } from '@panel/contract/schemas';
import { Checkbox, RadioGroup, Select } from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField } from '@panel/ui/form';
import { useProductNames } from '@panel/resources/catalog';
import { termLabel, useDistributeLicense } from '@panel/resources/license';

const TERMS = LICENSE_TERMS.map((months) => ({ value: String(months), label: termLabel(months) }));

const PRODUCTS = LICENSE_PRODUCT_IDS.map((value) => {
  const { plan, sites, project } = LICENSE_PRODUCTS[value];
  return {
    value,
    help:
      project === 'app'
        ? t('The {plan} plan for {count, plural, one {# application} other {# applications}}', { plan, count: sites })
        : t('The {plan} plan for {count, plural, one {# site} other {# sites}}', { plan, count: sites }),
  };
});

/** Gives a licence to a customer, by email. */
export function LicenseGivePanel({ onClose }: { onClose: () => void }) {
  const give = useDistributeLicense(onClose);
  const nameOf = useProductNames();
  const form = useForm({
    schema: DistributeInput,
    values: { email: '', product_identifier: 'site_basic', months: 12, autoRenewal: false },
    onSubmit: (input) => give.mutateAsync(input),
  });
  const product = useFormField(form, 'product_identifier');
  return (
    <FormPanel
      form={form}
      call="license.distribute"
      title={t('Issue a license')}
      submitLabel={t('Issue license')}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="email"
        label={t('Customer’s email')}
        required
        type="email"
        autoComplete="off"
        help={t('The customer gets a notification and assigns the license to a site.')}
      />
      <RadioGroup
        legend={t('License')}
        options={PRODUCTS.map((one) => ({ ...one, label: nameOf(one.value) }))}
        value={product.value}
        onChange={product.onChange}
        error={product.error}
        cards
      />
      <FormField form={form} name="months" label={t('Term')}>
        {({ value, onChange, ...input }) => (
          <Select
            {...input}
            options={TERMS}
            value={String(value)}
            onChange={(months) => {
              const term = LICENSE_TERMS.find((one) => String(one) === months);
              if (term) onChange(term);
            }}
          />
        )}
      </FormField>
      <FormField form={form} name="autoRenewal" label={t('Renewal')} hideLabel>
        {({ value = false, onChange }) => (
          <Checkbox
            label={t('Renew it automatically')}
            help={t('Renews every term until you or the customer turns it off.')}
            checked={value}
            onChange={onChange}
          />
        )}
      </FormField>
    </FormPanel>
  );
}
