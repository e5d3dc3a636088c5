import { useState, type FormEvent } from 'react';
import { asciiDomain } from '@panel/contract/schemas';
import { useDirty, usePartner } from '@panel/core';
import { Button, Field, Stack, Text, TextInput } from '@panel/ui';
import { useVerifyDomain } from '@panel/resources/domain';

type Props = {
  /** What was typed before. */
  initial?: string;
  /** The domain can be used; encoded, if it is in another script. */
  onVerified: (fqdn: string) => void;
};

/** Step 1: a domain is typed and verified (spec §4, "Custom domain flow"). One that is used stays here with the reason. */
export function DomainEntry({ initial = '', onVerified }: Props) {
  const { domain: host } = usePartner();
  const [typed, setTyped] = useState(initial);
  const verify = useVerifyDomain(onVerified);
  useDirty(typed !== initial, false);
  const ascii = asciiDomain(typed);
  const invalid = typed.trim() !== '' && ascii === null ? 'Domain name is not valid.' : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ascii && !verify.isPending) verify.mutate(ascii);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={3}>
        <Field
          label="Domain"
          required
          error={invalid ?? verify.data ?? verify.error?.message}
          help={
            ascii && ascii !== typed.trim().toLowerCase() ? (
              <Text size="s" tone="muted" className="p-break">
                Stored in DNS as {ascii}.
              </Text>
            ) : (
              'The domain that you own, with or without www. Both will lead to your site.'
            )
          }
        >
          <TextInput
            name="domain"
            value={typed}
            onChange={(text) => {
              setTyped(text);
              verify.reset();
            }}
            placeholder={host}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocusInDialog
          />
        </Field>
        <div>
          <Button
            kind="primary"
            type="submit"
            loading={verify.isPending}
            disabledReason={
              ascii ? null : typed.trim() === '' ? 'Enter a domain first.' : 'Enter a valid domain first.'
            }
          >
            Verify
          </Button>
        </div>
      </Stack>
    </form>
  );
}
