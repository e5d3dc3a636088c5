import { useState } from 'react';
import { brandOf, usePartner, t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { SignupInput } from '@panel/contract/schemas';
import { FormField, useForm } from '@panel/ui/form';
import { signUp } from '@panel/resources/session';
import { AskForm, AskPage } from './ask-page.tsx';
import { EMAIL_INPUT } from './email-input.ts';
import { MailSent } from './mail-sent.tsx';
import { useNext } from './use-next.ts';

/** Requests an account: the link in an email sets the password. The response is the same for known addresses. */
export function Component() {
  const { company } = brandOf(usePartner());
  const { query } = useNext();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    schema: SignupInput,
    values: { email: '', firstname: '', lastname: '' },
    guard: false,
    onSubmit: async (input) => {
      await signUp(input);
      setSentTo(input.email);
    },
  });
  if (sentTo) return <MailSent to={sentTo} what={t('a link to set your password')} onAgain={() => setSentTo(null)} />;
  return (
    <AskPage
      title={t('Create an account')}
      lead={t('We’ll send you a link to set your password for {company}.', { company })}
      links={<AppLink to={`/login${query}`}>{t('I have an account')}</AppLink>}
    >
      <AskForm form={form} submitLabel={t('Create account')}>
        <FormField form={form} name="email" {...EMAIL_INPUT} autoComplete="email" />
        <FormField form={form} name="firstname" label={t('First name')} optional autoComplete="given-name" />
        <FormField form={form} name="lastname" label={t('Last name')} optional autoComplete="family-name" />
      </AskForm>
    </AskPage>
  );
}
