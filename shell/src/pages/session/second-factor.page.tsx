import { useQuery } from '@tanstack/react-query';
import { ApiError, t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { SecondFactorInput } from '@panel/contract/schemas';
import { knowsPasskeys, waitingFactorsQuery } from '@panel/resources/passkey';
import { signInWithCode } from '@panel/resources/session';
import { Checkbox } from '@panel/ui';
import { FormField, useForm, useFormField } from '@panel/ui/form';
import { AskForm, AskPage } from './ask-page.tsx';
import { fullLoad } from './full-load.ts';
import { PasskeySecondStep } from './passkey-button.tsx';
import { useNext } from './use-next.ts';

/** /secondFactor: after the password, a passkey, the code of the authenticator app or a recovery code. */
export function Component() {
  const { next, query } = useNext();
  const form = useForm({
    schema: SecondFactorInput,
    values: { code: '', remember: false, next },
    guard: false,
    fieldsOf: ({ code, message, fields }) => (code === 'CODE_WRONG' ? { code: message } : fields),
    onSubmit: async (input) => {
      const { redirectUrl } = await signInWithCode(input);
      fullLoad(redirectUrl, '/sites');
    },
  });
  const remember = useFormField(form, 'remember');
  const { data: waiting } = useQuery(waitingFactorsQuery);
  const hasPasskey = waiting?.passkey === true && knowsPasskeys();
  const hasApp = waiting?.code !== false;
  const isOver = form.failure instanceof ApiError && form.failure.code === 'SIGN_IN_EXPIRED';
  return (
    <AskPage
      title={hasApp ? t('Enter your code') : t('Use your passkey')}
      lead={
        hasApp
          ? t('Your password is right. Open your authenticator app and enter the 6 digits that it shows.')
          : t('Your password is right. Use your passkey, or enter one of your recovery codes.')
      }
      links={<AppLink to={`/login${query}`}>{isOver ? t('Sign in again') : t('Back to sign in')}</AppLink>}
    >
      {hasPasskey && <PasskeySecondStep next={next} remember={remember.value ?? false} />}
      <AskForm form={form} submitLabel={t('Sign in')}>
        <FormField
          form={form}
          name="code"
          label={hasApp ? t('Code') : t('Recovery code')}
          help={
            hasApp
              ? t('Without your phone, enter one of your recovery codes instead. Each works once.')
              : t('Each works once.')
          }
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Checkbox
          name="remember"
          label={t('Don’t ask again in this browser for 30 days')}
          checked={remember.value ?? false}
          onChange={remember.onChange}
        />
      </AskForm>
    </AskPage>
  );
}
