import { useState } from 'react';
import { api, brandOf, usePartner } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { SignupInput } from '@panel/contract/schemas';
import { Button, Field, TextInput } from '@panel/ui';
import { AskPage, Failure } from './ask-page.tsx';
import { MailSent } from './mail-sent.tsx';
import { useAskForm } from './use-ask-form.ts';
import { useNext } from './use-next.ts';

/** Asks for an account: the mail that follows sets the password. The answer is the same for known addresses. */
export function Component() {
  const { company } = brandOf(usePartner());
  const { query } = useNext();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useAskForm({
    initial: { email: '', firstname: '', lastname: '' },
    schema: SignupInput,
    send: async (input) => {
      await api.session.signup(input, { context: { failure: 'caller' } });
      setSentTo(input.email);
    },
  });
  if (sentTo) return <MailSent to={sentTo} what="a link to set your password" onAgain={() => setSentTo(null)} />;
  return (
    <AskPage
      title="Create an account"
      lead={`We’ll send you a link to set your password for ${company}.`}
      links={<AppLink to={`/login${query}`}>I have an account</AppLink>}
    >
      <form ref={form.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <Field label="Email" error={form.error('email')} required>
          <TextInput
            {...form.field('email')}
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label="First name" error={form.error('firstname')} optional>
          <TextInput {...form.field('firstname')} autoComplete="given-name" />
        </Field>
        <Field label="Last name" error={form.error('lastname')} optional>
          <TextInput {...form.field('lastname')} autoComplete="family-name" />
        </Field>
        <Button type="submit" kind="primary" block loading={form.sending}>
          Create account
        </Button>
        <Failure error={form.failure} />
      </form>
    </AskPage>
  );
}
