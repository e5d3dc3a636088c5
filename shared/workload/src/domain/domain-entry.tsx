import { useState, type FormEvent } from 'react';
import { asciiDomain, hostOfAddress } from '@panel/contract/schemas';
import { t, useDirty, usePartner } from '@panel/core';
import { Button, Field, Stack, Text, TextInput } from '@panel/ui';
import { useVerifyDomain } from '@panel/resources/domain';
import type { Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';

type Props = {
  /** By default a site that does not exist yet. */
  workload?: Pick<Workload, 'kind'>;
  /** What was typed before. */
  initial?: string;
  /** The domain can be used; encoded, if it is in another script. */
  onVerified: (fqdn: string) => void;
};

/** Step 1: a domain is typed and verified (spec §4, "Custom domain flow"). One that is used stays here with the reason. */
export function DomainEntry({ workload = { kind: 'site' }, initial = '', onVerified }: Props) {
  const { domain: host } = usePartner();
  const [typed, setTyped] = useState(initial);
  const verify = useVerifyDomain(onVerified);
  useDirty(typed !== initial, false);
  const pasted = hostOfAddress(typed);
  const ascii = asciiDomain(pasted ?? typed);
  const invalid = typed.trim() !== '' && ascii === null ? t('Domain name is not valid.') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ascii && !verify.isPending) verify.mutate(ascii);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={3}>
        <Field
          label={t('Domain')}
          required
          error={invalid ?? verify.data ?? verify.error?.message}
          help={
            ascii && ascii !== typed.trim().toLowerCase() ? (
              <Text size="s" tone="muted" className="p-break">
                {ascii === pasted?.toLowerCase()
                  ? t('The domain of this address: {domain}', { domain: ascii })
                  : t('Stored in DNS as {ascii}.', { ascii })}
              </Text>
            ) : (
              byKind(
                workload,
                t('The domain that you own, with or without www. Both will lead to your site.'),
                t('The domain that you own, with or without www. Both will lead to your application.'),
              )
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
              ascii ? null : typed.trim() === '' ? t('Enter a domain first.') : t('Enter a valid domain first.')
            }
          >
            {t('Verify')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
