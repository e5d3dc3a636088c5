import { t } from '@panel/core';
import { Grid } from '@panel/ui';
import { FormField, type FormState } from '@panel/ui/form';

type Typed = { customers: string; sites: string; disk_gb: string };
type Props<I extends Typed, O> = {
  form: FormState<I, O>;
  /** What is used, below each field. */
  used?: { customers: string; sites: string; disk: string };
};

/** How much a partner can have. */
export function ResellerLimitFields<I extends Typed, O>({ form, used }: Props<I, O>) {
  // The three fields are texts in every form that has them.
  const typed = form as unknown as FormState<Typed, O>;
  const common = { inputMode: 'numeric', maxLength: 6, placeholder: t('No limit'), autoComplete: 'off' } as const;
  const help = (text: string | undefined) => (text === undefined ? {} : { help: t('{amount} used', { amount: text }) });
  return (
    <Grid min="s">
      <FormField form={typed} name="customers" label={t('Customers at most')} {...common} {...help(used?.customers)} />
      <FormField
        form={typed}
        name="sites"
        label={t('Sites and applications at most')}
        {...common}
        {...help(used?.sites)}
      />
      <FormField form={typed} name="disk_gb" label={t('Disk in GB at most')} {...common} {...help(used?.disk)} />
    </Grid>
  );
}
