import { LICENSE_PRODUCT_IDS } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { useProductNames } from '@panel/resources/catalog';
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
  const form = useForm({
    schema: CouponForm,
    values: EMPTY,
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
            help={t('Three letters, such as usd. The code is for prices in this currency alone.')}
          />
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
