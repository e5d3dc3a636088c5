import type { FieldPath, FieldValues } from 'react-hook-form';
import { t } from '@panel/core';
import { Grid } from '../parts/layout.tsx';
import { FormField } from './form-field.tsx';
import type { FormState } from './use-form.ts';

type Person = { email: string; firstname?: string | undefined; lastname?: string | undefined };

/** Email and names of somebody who is invited; the form has them as `email`, `firstname` and `lastname`. */
export function PersonFields<I extends FieldValues & Person, O>({ form }: { form: FormState<I, O> }) {
  const named = (name: keyof Person) => name as FieldPath<I>;
  return (
    <>
      <FormField
        form={form}
        name={named('email')}
        label={t('Email')}
        required
        type="email"
        autoComplete="off"
        help={t('They get an email with a link to set a password. It works for three days.')}
      />
      <Grid min="s">
        <FormField form={form} name={named('firstname')} label={t('First name')} autoComplete="off" maxLength={100} />
        <FormField form={form} name={named('lastname')} label={t('Last name')} autoComplete="off" maxLength={100} />
      </Grid>
    </>
  );
}
