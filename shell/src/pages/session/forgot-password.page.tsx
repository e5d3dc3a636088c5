import { useState } from 'react';
import { api } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { ForgotPasswordInput } from '@panel/contract/schemas';
import { Button, Field, TextInput } from '@panel/ui';
import { AskPage, Failure } from './ask-page.tsx';
import { MailSent } from './mail-sent.tsx';
import { OutboxLink } from './outbox-link.tsx';
import { useAskForm } from './use-ask-form.ts';
import { useNext } from './use-next.ts';

/** Sends a link to set a new password; the answer is the same for unknown addresses. */
export function Component() {
  const { query } = useNext();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAskForm({
    initial: { email: '' },
    schema: ForgotPasswordInput,
    send: async (input) => {
      await api.session.forgetPassword(input, { context: { failure: 'caller' } });
      setSentTo(input.email);
    },
  });
  if (sentTo) return <MailSent to={sentTo} what="a link to set a new password" onAgain={() => setSentTo(null)} />;
  return (
    <AskPage
      title="Forgot your password?"
      lead="Enter your account’s email. We’ll send you a link to set a new password."
      links={
        <>
          <AppLink to={`/login${query}`}>Back to sign in</AppLink>
          <OutboxLink />
        </>
      }
    >
      <form ref={form.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <Field label="Email" error={form.error('email')} required>
          <TextInput
            {...form.field('email')}
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" kind="primary" block loading={form.sending}>
          Send link
        </Button>
        <Failure error={form.failure} />
      </form>
    </AskPage>
  );
}
