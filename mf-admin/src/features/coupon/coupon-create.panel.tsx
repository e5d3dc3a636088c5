import { LICENSE_PRODUCT_IDS } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { useProductNames, useSoldCurrencies } from '@panel/resources/catalog';
import { currencyLabel } from '@panel/resources/payment';
import { useCreateCoupon } from '@panel/resources/coupon';
import { Select, toast } from '@panel/ui';
import { FormField, FormPanel, useForm, useFormField } from '@panel/ui/form';
import { Choice } from '../choice.tsx';
import { CouponForm, EMPTY, inputOf } from './coupon-form.ts';

const KINDS = [
  { value: 'percent', label: t('A percentage') },
  { value: 'amount', label: t('An amount') },
] as const;
const DURATIONS = [
  { value: 'once', label: t('The first payment') },
  { value: 'repeating', label: t('A number of months') },
  { value: 'forever', label: t('For ever') },
] as const;

/** A new code; it cannot be changed later, because customers may have it. */
export function CouponCreatePanel({ onClose }: { onClose: () => void }) {
  const create = useCreateCoupon();
  const nameOf = useProductNames();
  const currencies = useSoldCurrencies();
  const form = useForm({
    schema: CouponForm,
    values: { ...EMPTY, currency: currencies[0] ?? EMPTY.currency },
    onSubmit: async (entered) => {
      await create.mutateAsync(inputOf(entered));
      toast.success({ message: t('Coupon created.') });
      onClose();
    },
  });
  const kind = useFormField(form, 'kind').value;
  const duration = useFormField(form, 'duration').value;
  const products = useFormField(form, 'products');
  return (
    <FormPanel
      form={form}
      call="coupon.create"
      title={t('Create a coupon')}
      submitLabel={t('Create coupon')}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="code"
        label={t('Code')}
        required
        autoComplete="off"
        autoCapitalize="characters"
        help={t('What customers enter at checkout. Letter case does not matter.')}
      />
      <FormField form={form} name="kind" label={t('Takes off')}>
        {({ value, onChange, ...input }) => (
          <Select {...input} options={KINDS} value={value} onChange={(next) => next && onChange(next)} />
        )}
      </FormField>
      {kind === 'percent' ? (
        <FormField form={form} name="percent" label={t('Percent')} required inputMode="numeric" autoComplete="off" />
      ) : (
        <>
          <FormField form={form} name="amount" label={t('Amount')} required inputMode="decimal" autoComplete="off" />
          <FormField
            form={form}
            name="currency"
            label={t('Currency')}
            required
            autoComplete="off"
            help={
              currencies.length === 0
                ? t('Three letters, such as usd. The code is for prices in this currency alone.')
                : t('The code is for prices in this currency alone.')
            }
          >
            {currencies.length === 0
              ? undefined
              : ({ value, onChange, ...input }) => (
                  <Select
                    {...input}
                    options={currencies.map((one) => ({ value: one, label: currencyLabel(one) }))}
                    value={value}
                    onChange={onChange}
                  />
                )}
          </FormField>
        </>
      )}
      <FormField form={form} name="duration" label={t('Counts for')}>
        {({ value, onChange, ...input }) => (
          <Select {...input} options={DURATIONS} value={value} onChange={(next) => next && onChange(next)} />
        )}
      </FormField>
      {duration === 'repeating' && (
        <FormField form={form} name="months" label={t('Months')} required inputMode="numeric" autoComplete="off" />
      )}
      <FormField
        form={form}
        name="max_uses"
        label={t('Most uses')}
        optional
        inputMode="numeric"
        autoComplete="off"
        help={t('Each customer can use it once.')}
      />
      <FormField
        form={form}
        name="ends_at"
        label={t('Ends')}
        optional
        type="datetime-local"
        help={t('Your local time. Empty until you end it.')}
      />
      <Choice
        legend={t('Only for these plans')}
        help={t('Without a choice it is for every plan.')}
        options={LICENSE_PRODUCT_IDS.map((value) => ({ value, label: nameOf(value) }))}
        chosen={products.value}
        onChange={products.onChange}
      />
    </FormPanel>
  );
}
