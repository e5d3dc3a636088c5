import { t, Trans } from '@panel/core';
import { PublicKey } from '@panel/contract/team';
import * as v from 'valibot';
import type { Team } from '@panel/core';
import { Text, TextInput } from '@panel/ui';
import { FormField, FormPanel, useForm } from '@panel/ui/form';
import { currentKey, isAccepted, useAddKey } from '@panel/resources/team';

const KeyForm = v.object({ publicKey: PublicKey });

type Props = { team: Team; onClose: () => void; onDone: (message: string) => void };

/** Adds a public key that the team has sent. */
export function TeamKeyPanel({ team, onClose, onDone }: Props) {
  const add = useAddKey((message) => {
    onClose();
    onDone(message);
  });
  const form = useForm({
    schema: KeyForm,
    values: { publicKey: '' },
    onSubmit: ({ publicKey }) => add.mutateAsync({ id: team.id, publicKey }),
  });
  const current = currentKey(team);
  return (
    <FormPanel
      form={form}
      title={t('Add a key to {name}', { name: team.name })}
      submitLabel={t('Add key')}
      onClose={onClose}
    >
      <Text as="p" tone="soft">
        <Trans
          id="The team creates its key with <0/> and sends you the public part."
          parts={[() => <code className="p-mono">npx panel-remote release keygen team.pem</code>]}
        />
        {current &&
          isAccepted(current) &&
          t(' The current key {keyId} stops working after 24 hours.', { keyId: current.keyId })}
      </Text>
      <FormField form={form} name="publicKey" label={t('Public key')} required>
        {(input) => <TextInput {...input} className="p-mono" spellCheck={false} autoComplete="off" />}
      </FormField>
    </FormPanel>
  );
}
