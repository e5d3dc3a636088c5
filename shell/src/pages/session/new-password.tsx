import { useState } from 'react';
import { ApiError, usePartner } from '@panel/core';
import { AppLink, useSearchParams } from '@panel/core/router';
import { PASSWORD_RULES, ResetPasswordInput } from '@panel/contract/schemas';
import { PasswordInput } from '@panel/ui';
import { FormField, useForm } from '@panel/ui/form';
import { AskForm, AskPage, Notice } from './ask-page.tsx';

export type NewPassword = { token: string; password: string; partner_id?: string };
type Props = { title: string; lead: string; button: string; send: (input: NewPassword) => Promise<unknown> };

const NewLink = () => (
  <AppLink className="f-button" to="/forgotPassword">
    Request a new link
  </AppLink>
);

/** A password with the token of an email; the partner's id is attached (spec §7). */
function Form({ token, title, lead, button, send, onDone }: Props & { token: string; onDone: () => void }) {
  const partner = usePartner();
  const form = useForm({
    schema: ResetPasswordInput,
    values: { token, password: '', partner_id: partner.id },
    guard: false,
    onSubmit: async (input) => {
      await send(input);
      onDone();
    },
  });
  return (
    <AskPage title={title} lead={lead} links={<AppLink to="/login">Back to sign in</AppLink>}>
      <AskForm form={form} submitLabel={button}>
        <FormField
          form={form}
          name="password"
          label="New password"
          required
          input={PasswordInput}
          autoComplete="new-password"
          help={PASSWORD_RULES}
        />
      </AskForm>
      {form.failure instanceof ApiError && form.failure.code === 'TOKEN_INVALID' && <NewLink />}
    </AskPage>
  );
}

/** The pages that emails link to: with an incomplete link they show no form. */
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
        <NewLink />
      </AskPage>
    );
  }
  return <Form {...props} token={token} onDone={() => setDone(true)} />;
}
