import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { pageErrors } from '@panel/contract/page-errors';
import { t } from '@panel/core';
import { Field, Text, TextInput } from '@panel/ui';
import { appFqdnCheckQuery } from '@panel/resources/app';

const TYPING_PAUSE_MS = 350;

/** The value, once it has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

type Check = { error?: string; said?: { tone: 'muted' | 'success' | 'warning'; text: string } };

/** Whether the address can be had, checked while the user types. `own` is the present one. */
export function useAppNameCheck(name: string, fqdn: string, own?: string): Check {
  const parsed = v.safeParse(SiteName, name);
  const asked = useSettled(fqdn);
  const needed = parsed.success && fqdn !== own;
  const check = useQuery({ ...appFqdnCheckQuery(asked), enabled: needed && asked === fqdn });
  if (name === '' || fqdn === own) return {};
  if (!parsed.success) return { error: parsed.issues[0].message };
  if (check.isError)
    return { said: { tone: 'warning', text: t('We couldn’t check this name. We’ll try again when you continue.') } };
  if (asked !== fqdn || !check.data) return { said: { tone: 'muted', text: t('Checking availability…') } };
  if (check.data.reserved) return { error: pageErrors.NAME_RESERVED };
  if (check.data.used) return { error: pageErrors.NAME_TAKEN };
  return { said: { tone: 'success', text: t('This address is available.') } };
}

type Props = {
  value: string;
  onChange: (value: string) => void;
  /** The rest of the address, with its dot. */
  suffix: string;
  check: Check;
  error?: string;
  autoFocusInDialog?: boolean;
};

/** App Domain Name with a preview of the address (spec §2.5). */
export const AppNameField = ({ value, onChange, suffix, check, error = check.error, autoFocusInDialog }: Props) => (
  <Field
    label={t('App Domain Name')}
    required
    error={error}
    help={
      <>
        <span>{t('Only alphanumeric characters and hyphens, 37-character limit.')}</span>{' '}
        <span aria-live="polite">
          {value !== '' && error === undefined && <strong>{`${value}${suffix}`}</strong>}{' '}
          {check.said && error === undefined && (
            <Text size="s" tone={check.said.tone}>
              {check.said.text}
            </Text>
          )}
        </span>
      </>
    }
  >
    <TextInput
      name="name"
      value={value}
      onChange={(text) => onChange(text.trimStart().toLowerCase().replace(/\s+/g, '-'))}
      suffix={<span className="p-truncate">{suffix}</span>}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      autoFocusInDialog={autoFocusInDialog}
    />
  </Field>
);
