import { useState, type FormEvent } from 'react';
import { ApiError, t, useDirty } from '@panel/core';
import { Button, Field, Inline, Stack, TextInput } from '@panel/ui';

type Props = {
  /** The code that was entered. */
  code: string | undefined;
  error: unknown;
  checking: boolean;
  onChange: (code: string | undefined) => void;
};

const messageOf = (error: unknown): string | undefined =>
  error instanceof ApiError ? (error.fields['coupon'] ?? error.message) : undefined;

/** A coupon code: it is checked before anything is paid, and why it is refused stands under it. */
export function CouponField({ code, error, checking, onChange }: Props) {
  const [typed, setTyped] = useState(code ?? '');
  useDirty(typed !== (code ?? ''), false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(typed.trim() || undefined);
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
          {code !== undefined && <Button onClick={remove}>{t('Remove code')}</Button>}
        </Inline>
      </Stack>
    </form>
  );
}
