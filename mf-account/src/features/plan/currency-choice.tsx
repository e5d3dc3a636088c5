import { useSuspenseQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Field, Select, Text } from '@panel/ui';
import { currencyLabel, currencyQuery } from '@panel/resources/payment';

type Props = {
  /** What the address names. */
  chosen: string | undefined;
  onChange: (currency: string) => void;
};

/** In which currency prices are shown and paid; once something is paid in one, that one. Nothing where there is no choice. */
export function CurrencyChoice({ chosen, onChange }: Props) {
  const {
    data: { currency, fixed, choices },
  } = useSuspenseQuery(currencyQuery);
  if (!choices.some((one) => one !== currency)) return null;
  if (fixed)
    return (
      <Text as="p" size="s" tone="soft">
        {t(
          'Your licenses are paid in {currency}. To pay in another currency, cancel them first and buy again once they have ended.',
          { currency: currency.toUpperCase() },
        )}
      </Text>
    );
  return (
    <Field label={t('Currency')}>
      <Select
        value={chosen !== undefined && choices.includes(chosen) ? chosen : currency}
        onChange={(next) => next && onChange(next)}
        options={choices.map((one) => ({ value: one, label: currencyLabel(one) }))}
      />
    </Field>
  );
}
