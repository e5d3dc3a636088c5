import { CatalogCurrencyInput } from '@panel/contract/schemas';
import { t } from '@panel/core';
import { useSaveCurrency } from '@panel/resources/catalog';
import { currencyLabel } from '@panel/resources/payment';
import { Select, toast } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';

type Props = { currency: string; currencies: readonly string[]; onClose: () => void };

/** Chooses the currency that customers see prices in until they choose another. */
export function CurrencyPanel({ currency, currencies, onClose }: Props) {
  const save = useSaveCurrency();
  const form = useForm({
    schema: CatalogCurrencyInput,
    values: { currency: currencies.includes(currency) ? currency : (currencies[0] ?? currency) },
    onSubmit: async (chosen) => {
      await save.mutateAsync(chosen.currency);
      toast.success({ message: t('Default currency saved.') });
      onClose();
    },
  });
  return (
    <FormPanel
      form={form}
      call="catalog.saveCurrency"
      title={t('Default currency')}
      submitLabel={t('Save currency')}
      onClose={onClose}
    >
      <FormField
        form={form}
        name="currency"
        label={t('Currency')}
        help={t(
          'Customers see prices in it first and can choose another until they buy. Customers who have bought keep their currency.',
        )}
      >
        {({ value, onChange, ...input }) => (
          <Select
            {...input}
            options={currencies.map((one) => ({ value: one, label: currencyLabel(one) }))}
            value={value}
            onChange={onChange}
          />
        )}
      </FormField>
    </FormPanel>
  );
}
