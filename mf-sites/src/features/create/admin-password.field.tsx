import { Button, CopyText, Field, Inline, PasswordInput } from '@panel/ui';
import { generatePassword } from './generate-password.ts';

type Props = { value: string; onChange: (value: string) => void; error?: string };

/** The password of the WordPress administrator: generated, shown, copied, and never stored. */
export function AdminPasswordField({ value, onChange, error }: Props) {
  return (
    <Field
      label="Password"
      required
      error={error}
      help="At least 12 characters. Copy it to a safe place: we don’t store it and can’t show it again."
      aside={
        <Inline gap={1}>
          {value !== '' && <CopyText text={value} label="Copy password" buttonOnly />}
          <Button size="s" kind="text" icon="refresh" onClick={() => onChange(generatePassword())}>
            Generate
          </Button>
        </Inline>
      }
    >
      <PasswordInput name="admin_password" value={value} onChange={onChange} autoComplete="new-password" />
    </Field>
  );
}
