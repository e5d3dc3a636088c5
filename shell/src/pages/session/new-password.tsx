import { useState } from 'react';
import { usePartner } from '@panel/core';
import { AppLink, useSearchParams } from '@panel/core/router';
import { PASSWORD_RULES, ResetPasswordInput } from '@panel/contract/schemas';
import { Button, Field, PasswordInput } from '@panel/ui';
import { AskPage, Failure, Notice } from './ask-page.tsx';
import { useAskForm } from './use-ask-form.ts';

export type NewPassword = { token: string; password: string; partner_id?: string };
type Props = { title: string; lead: string; button: string; send: (input: NewPassword) => Promise<unknown> };

/** A password with the link of a mail; the partner's id is attached (spec §7). */
function Form({ token, title, lead, button, send, onDone }: Props & { token: string; onDone: () => void }) {
  const partner = usePartner();
  const form = useAskForm({
    initial: { password: '' },
    schema: ResetPasswordInput,
    extra: { token, partner_id: partner.id },
    send: async (input: NewPassword) => {
      await send(input);
      onDone();
    },
  });
  return (
    <AskPage title={title} lead={lead} links={<AppLink to="/login">Back to sign in</AppLink>}>
      <form ref={form.form} noValidate onSubmit={(event) => void form.submit(event)}>
        <Field label="New password" error={form.error('password')} help={PASSWORD_RULES} required>
          <PasswordInput {...form.field('password')} autoComplete="new-password" />
        </Field>
        <Button type="submit" kind="primary" block loading={form.sending}>
          {button}
        </Button>
        <Failure error={form.failure} />
      </form>
    </AskPage>
  );
}

/** The pages that a mail leads to: without a whole link there is nothing to fill in. */
export function NewPasswordPage(props: Props) {
  const [search] = useSearchParams();
  const [done, setDone] = useState(false);
  const token = search.get('token') ?? '';
  if (done) {
    return (
      <AskPage title="Your password is set" lead="Sign in with your new password. We signed out your other devices.">
        <AppLink className="f-button" to="/login">
          Sign in
        </AppLink>
      </AskPage>
    );
  }
  if (token.length < 20) {
    return (
      <AskPage title={props.title} links={<AppLink to="/login">Back to sign in</AppLink>}>
        <Notice>This link is incomplete. Open it from the email again, or request a new one.</Notice>
        <AppLink className="f-button" to="/forgotPassword">
          Request a new link
        </AppLink>
      </AskPage>
    );
  }
  return <Form {...props} token={token} onDone={() => setDone(true)} />;
}
