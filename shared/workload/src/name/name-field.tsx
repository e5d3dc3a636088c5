import { t } from '@panel/core';
import { Field, Text, TextInput } from '@panel/ui';
import type { NameCheck } from './use-name-check.ts';

type Props = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The rest of the address, e.g. `.aurora-sites.localhost`. */
  suffix: string;
  check: NameCheck;
  /** The form's own validation error. */
  error?: string;
  autoFocusInDialog?: boolean;
};

const SAID = {
  checking: { tone: 'muted', text: t('Checking availability…') },
  free: { tone: 'success', text: t('This address is available.') },
  unknown: { tone: 'warning', text: t('We couldn’t check this name. We’ll try again when you continue.') },
} as const;

/** The name of a site or an application with the resulting address and whether it is available. "My Shop" becomes my-shop while typing. */
export function NameField({ label, value, onChange, suffix, check, error, autoFocusInDialog }: Props) {
  const wrong = error ?? ('message' in check ? check.message : undefined);
  const said =
    check.state === 'checking' || check.state === 'free' || check.state === 'unknown' ? SAID[check.state] : null;
  return (
    <Field
      label={label}
      required
      error={wrong}
      help={
        <>
          <span>{t('Only alphanumeric characters and hyphens, 37-character limit.')}</span>{' '}
          <span className="p-break" aria-live="polite">
            {value !== '' && !wrong && (
              <>
                <strong>
                  {value}
                  {suffix}
                </strong>{' '}
              </>
            )}
            {said && !wrong && (
              <Text size="s" tone={said.tone}>
                {said.text}
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
}
