import { PasskeyName } from '@panel/contract/schemas';
import { t, type Passkey } from '@panel/core';
import { RenamePanel } from '@panel/ui/form';
import { useRenamePasskey } from '@panel/resources/passkey';

export function PasskeyRenamePanel({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { mutateAsync: rename } = useRenamePasskey(passkey);
  return (
    <RenamePanel
      title={t('Rename passkey')}
      name={passkey.name}
      schema={PasskeyName}
      onRename={rename}
      onClose={onClose}
    />
  );
}
