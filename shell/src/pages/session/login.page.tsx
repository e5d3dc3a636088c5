import { api, useViewer } from '@panel/core';
import { AppLink, Navigate, useSearchParams } from '@panel/core/router';
import { loginErrorText } from '@panel/contract/login-errors';
import { LoginInput } from '@panel/contract/schemas';
import { Button, Field, PasswordInput, TextInput } from '@panel/ui';
import { AskPage, Failure, Notice } from './ask-page.tsx';
import { fullLoad } from './full-load.ts';
import { useAskForm } from './use-ask-form.ts';
import { useNext } from './use-next.ts';

/** What a sign-in elsewhere came back with (spec §2, §8). */
function ReturnedError({ search }: { search: URLSearchParams }) {
  const error = search.get('error');
  return error === null ? null : <Notice title="Error">{loginErrorText(error, search.get('message'))}</Notice>;
}

/** Sign in with email and password; goes where the server says, or to /sites. */
export function Component() {
  const viewer = useViewer();
  const [search] = useSearchParams();
  const { next, query } = useNext();
  const form = useAskForm({
    initial: { email: '', password: '' },
    schema: LoginInput,
    extra: { next },
    send: async (input) => {
      const { redirectUrl } = await api.session.login(input, { context: { failure: 'caller' } });
      fullLoad(redirectUrl, '/sites');
    },
  });
  if (viewer && !search.has('error')) return <Navigate to="/" replace />;
  return (
    <AskPage
      title="Sign in"
      links={
        <>
          <AppLink to={`/forgotPassword${query}`}>Forgot your password?</AppLink>
          <AppLink to={`/signup${query}`}>Create an account</AppLink>
        </>
      }
    >
      <ReturnedError search={search} />
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
        <Field label="Password" error={form.error('password')} required>
          <PasswordInput {...form.field('password')} autoComplete="current-password" />
        </Field>
        <Button type="submit" kind="primary" block loading={form.sending}>
          Sign in
        </Button>
        <Failure error={form.failure} />
      </form>
    </AskPage>
  );
}
