import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { t } from '@panel/core';
import { Banner } from '../feedback/banner.tsx';
import { Button } from '../parts/button.tsx';
import type { FormState } from './use-form.ts';

/** A value as a person reads it. */
function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? t('On') : t('Off');
  if (Array.isArray(value)) return value.map(shown).join(', ') || t('None');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(shown).join(': ');
  return value === null || value === undefined || value === '' ? t('None') : String(value);
}

/** Another tab or person saved first: nothing is lost, and the person chooses what stays. */
export function ConflictBanner<I extends FieldValues, O>({ form }: { form: FormState<I, O> }) {
  const [isOpen, setOpen] = useState(false);
  const { conflict, said, labels } = form;
  if (!conflict) return null;
  const mine: FieldValues = form.getValues();
  const differing = Object.entries(conflict.theirs).flatMap(([name, theirs]) => {
    const { label = labels.current.get(name) ?? name, text = shown } = said[name] ?? {};
    const texts = { field: label, theirs: text(theirs as I[string]), mine: text(mine[name]) };
    return texts.theirs === texts.mine ? [] : [{ name, texts }];
  });
  return (
    <Banner
      kind="warning"
      live
      title={t('Changed elsewhere')}
      action={
        <span className="p-inline p-gap-2">
          <Button size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('Hide') : t('Show')}
          </Button>
          <Button size="s" loading={form.busy} onClick={conflict.keepMine}>
            {t('Keep mine')}
          </Button>
          <Button size="s" onClick={conflict.takeTheirs}>
            {t('Take theirs')}
          </Button>
        </span>
      }
    >
      {t('Another tab or person saved this since you opened it. What you entered is still here and not saved.')}
      {isOpen && (
        <ul aria-label={t('Changes from elsewhere')}>
          {differing.map(({ name, texts }) => (
            <li key={name}>{t('{field}: theirs is “{theirs}”, yours is “{mine}”', texts)}</li>
          ))}
          {differing.length === 0 && <li>{t('It is the same as yours.')}</li>}
        </ul>
      )}
    </Banner>
  );
}
