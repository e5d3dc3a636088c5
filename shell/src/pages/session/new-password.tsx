import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { pageErrors } from '@panel/contract/page-errors';
import { PASSWORD_RULES, ResetPasswordInput, type LinkKind } from '@panel/contract/schemas';
import { ApiError, queryClient, usePartner, type PageContext, t, translated } from '@panel/core';
import { AppLink, useSearchParams } from '@panel/core/router';
import { NewPasswordField } from '@panel/ui';
import { useForm, useFormField } from '@panel/ui/form';
import { passwordLinkQuery } from '@panel/resources/session';
import { AskForm, AskPage, Notice } from './ask-page.tsx';
import { fullLoad } from './full-load.ts';

export type NewPassword = { token: string; password: string; partner_id?: string };
type Props = {
  kind: LinkKind;
  title: string;
  lead: string;
  button: string;
  /** `redirectUrl`: where to start, if the password has signed its owner in. */
  send: (input: NewPassword) => Promise<{ status: true; redirectUrl?: string }>;
};

/** A token of an email is at least this long; a shorter one was cut off. */
const TOKEN_LENGTH = 20;
const INCOMPLETE = t('This link is incomplete. Open it from the email again, or request a new one.');

/** Starts the check of the link while the page's code loads. */
export const prefetchLink =
  (kind: LinkKind) =>
  ({ search }: PageContext) => {
    const token = search.get('token') ?? '';
    return token.length < TOKEN_LENGTH ? null : queryClient.prefetchQuery(passwordLinkQuery(kind, token));
  };

const NewLink = () => (
  <AppLink className="f-button" to="/forgotPassword">
    {t('Request a new link')}
  </AppLink>
);

/** Why the link sets no password, and the way to another one. */
const Refused = ({ title, children }: { title: string; children: string }) => (
  <AskPage title={title} links={<AppLink to="/login">{t('Back to sign in')}</AppLink>}>
    <Notice>{children}</Notice>
    <NewLink />
  </AskPage>
);

/** A password with the token of an email; the partner's id is attached (spec §7). */
function Form({ token, kind, title, lead, button, send, onDone }: Props & { token: string; onDone: () => void }) {
  const partner = usePartner();
  const { data: link } = useSuspenseQuery(passwordLinkQuery(kind, token));
  const form = useForm({
    schema: ResetPasswordInput,
    values: { token, password: '', partner_id: partner.id },
    guard: false,
    onSubmit: async (input) => {
      const { redirectUrl } = await send(input);
      if (redirectUrl) fullLoad(redirectUrl, '/');
      else onDone();
    },
  });
  const field = useFormField(form, 'password');
  if (!link.valid) return <Refused title={title}>{translated(pageErrors.TOKEN_INVALID)}</Refused>;
  return (
    <AskPage title={title} lead={lead} links={<AppLink to="/login">{t('Back to sign in')}</AppLink>}>
      <AskForm form={form} submitLabel={button}>
        <NewPasswordField {...field} label={t('New password')} required help={PASSWORD_RULES} />
      </AskForm>
      {form.failure instanceof ApiError && form.failure.code === 'TOKEN_INVALID' && <NewLink />}
    </AskPage>
  );
}

/** The pages that emails link to: a link that is incomplete or no longer valid shows no form. */
export function NewPasswordPage(props: Props) {
  const [search] = useSearchParams();
  const [done, setDone] = useState(false);
  const token = search.get('token') ?? '';
  if (done) {
    return (
      <AskPage
        title={t('Your password is set')}
        lead={t('Sign in with your new password. We signed out your other devices.')}
      >
        <AppLink className="f-button" to="/login">
          {t('Sign in')}
        </AppLink>
      </AskPage>
    );
  }
  if (token.length < TOKEN_LENGTH) return <Refused title={props.title}>{INCOMPLETE}</Refused>;
  return <Form {...props} token={token} onDone={() => setDone(true)} />;
}
