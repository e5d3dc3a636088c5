import { useEffect } from 'react';
import { useHasHelp, useViewer, t, translated } from '@panel/core';
import { AppLink, Navigate, useLocation, useNavigate, useSearchParams } from '@panel/core/router';
import { loginErrors, loginErrorText } from '@panel/contract/login-errors';
import { LoginInput } from '@panel/contract/schemas';
import { PasswordInput } from '@panel/ui';
import { FormField, useForm } from '@panel/ui/form';
import { signIn } from '@panel/resources/session';
import { AskForm, AskPage, Notice } from './ask-page.tsx';
import { EMAIL_INPUT } from './email-input.ts';
import { fullLoad } from './full-load.ts';
import { PasskeySignIn } from './passkey-button.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { useNext } from './use-next.ts';

/** The result of a sign-in elsewhere (spec §2, §8). */
function ReturnedError({ search }: { search: URLSearchParams }) {
  const error = search.get('error');
  const hasHelp = useHasHelp();
  if (error === null) return null;
  return (
    <Notice title={t('Error')}>
      {translated(loginErrorText(error, search.get('message')))}{' '}
      {hasHelp && Object.hasOwn(loginErrors, error) && (
        <AppLink to={`/help/error/${error}`}>{t('What this means')}</AppLink>
      )}
    </Notice>
  );
}

/**
 * The first page that is loaded is for typing an email: its field has the focus. Not where a keyboard would cover the page, and
 * not where something else is read first: an error, or the heading after another page of the panel. Nor in the preview of a brand,
 * whose page around it has the focus.
 */
function useFirstFocus(isFirst: boolean): void {
  useEffect(() => {
    const isTyped = window.parent === window && !window.matchMedia?.('(pointer: coarse)').matches;
    if (!isFirst || !isTyped || document.activeElement !== document.body) return;
    document.querySelector<HTMLInputElement>('input[name="email"]')?.focus();
  }, [isFirst]);
}

/** Signs in with email and password, then opens the address that the server returns, or /sites. */
export function Component() {
  const viewer = useViewer();
  const [search] = useSearchParams();
  const { next, query } = useNext();
  const navigate = useNavigate();
  const { key } = useLocation();
  useFirstFocus(key === 'default' && !search.has('error'));
  const form = useForm({
    schema: LoginInput,
    values: { email: '', password: '', next },
    guard: false,
    onSubmit: async (input) => {
      const { redirectUrl, second_factor } = await signIn(input);
      if (second_factor) navigate(redirectUrl);
      else fullLoad(redirectUrl, '/sites');
    },
  });
  if (viewer && !search.has('error')) return <Navigate to="/" replace />;
  return (
    <AskPage
      title={t('Sign in')}
      links={
        <>
          <AppLink to={`/forgotPassword${query}`}>{t('Forgot your password?')}</AppLink>
          <AppLink to={`/signup${query}`}>{t('Create an account')}</AppLink>
        </>
      }
    >
      <ReturnedError search={search} />
      <AskForm form={form} submitLabel={t('Sign in')}>
        <FormField form={form} name="email" {...EMAIL_INPUT} autoComplete="username webauthn" />
        <FormField
          form={form}
          name="password"
          label={t('Password')}
          required
          input={PasswordInput}
          autoComplete="current-password"
        />
      </AskForm>
      <PasskeySignIn next={next} />
      <ProviderButtons next={next} />
    </AskPage>
  );
}
