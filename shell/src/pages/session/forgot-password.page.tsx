import { useState } from 'react';
import { t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { ForgotPasswordInput } from '@panel/contract/schemas';
import { FormField, useForm } from '@panel/ui/form';
import { requestPasswordLink } from '@panel/resources/session';
import { AskForm, AskPage } from './ask-page.tsx';
import { EMAIL_INPUT } from './email-input.ts';
import { MailSent } from './mail-sent.tsx';
import { OutboxLink } from './outbox-link.tsx';
import { useNext } from './use-next.ts';

/** Sends a link to set a new password; the answer is the same for unknown addresses. */
export function Component() {
  const { query } = useNext();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    schema: ForgotPasswordInput,
    values: { email: '' },
    guard: false,
    onSubmit: async (input) => {
      await requestPasswordLink(input);
      setSentTo(input.email);
    },
  });
  if (sentTo) return <MailSent to={sentTo} what={t('a link to set a new password')} onAgain={() => setSentTo(null)} />;
  return (
    <AskPage
      title={t('Forgot your password?')}
      lead={t('Enter your account’s email. We’ll send you a link to set a new password.')}
      links={
        <>
          <AppLink to={`/login${query}`}>{t('Back to sign in')}</AppLink>
          <OutboxLink />
        </>
      }
    >
      <AskForm form={form} submitLabel={t('Send link')}>
        <FormField form={form} name="email" {...EMAIL_INPUT} />
      </AskForm>
    </AskPage>
  );
}
