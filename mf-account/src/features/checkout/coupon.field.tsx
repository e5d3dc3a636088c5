import { useState, type FormEvent } from 'react';
import { ApiError, t, useDirty } from '@panel/core';
import { isNotOffered } from '@panel/resources/payment';
import { Button, Field, Inline, Stack, TextInput } from '@panel/ui';

type Props = {
  /** The code that was entered. */
  code: string | undefined;
  error: unknown;
  checking: boolean;
  onChange: (code: string | undefined) => void;
  /** Asks again whether the code that was entered counts. */
  onRetry: () => void;
};

const messageOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? (error.fields['coupon'] ?? error.fields['quantity'] ?? error.message) : undefined;
const canRetry = (error: unknown): boolean =>
  Boolean(error) && !isNotOffered(error) && !(error instanceof ApiError && error.code === 'VALIDATION');

/** A coupon code: it is checked before anything is paid, and why it is refused stands under it. */
export function CouponField({ code, error, checking, onChange, onRetry }: Props) {
  const [typed, setTyped] = useState(code ?? '');
  useDirty(typed !== (code ?? ''), false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const entered = typed.trim() || undefined;
    if (entered !== undefined && entered === code) onRetry();
    else onChange(entered);
  };
  const remove = () => {
    setTyped('');
    onChange(undefined);
  };
  return (
    <form onSubmit={submit} aria-label={t('Coupon code')} noValidate>
      <Stack gap={2}>
        <Field label={t('Coupon code')} optional error={messageOf(error)}>
          <TextInput value={typed} onChange={setTyped} autoComplete="off" autoCapitalize="characters" maxLength={40} />
        </Field>
        <Inline gap={2}>
          <Button type="submit" loading={checking} disabledReason={typed.trim() ? null : t('Enter a code first.')}>
            {t('Apply')}
          </Button>
          {canRetry(error) && (
            <Button onClick={onRetry} loading={checking}>
              {t('Try again')}
            </Button>
          )}
          {code !== undefined && <Button onClick={remove}>{t('Remove code')}</Button>}
        </Inline>
      </Stack>
    </form>
  );
}
