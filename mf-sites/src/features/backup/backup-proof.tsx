import type { Backup } from '@panel/core';
import { Button, Popover, RelativeTime, Stack, Text } from '@panel/ui';
import './backup-proof.css';

/** Why the last restore showed nothing. It says nothing about the backup. */
function Missed({ name, missed: { at, detail } }: { name: string; missed: NonNullable<Backup['proof_missed']> }) {
  return (
    <Popover
      label={`Why ${name} was not checked`}
      trigger={(props) => (
        <Button {...props} kind="text" size="s" icon="info">
          Not checked <RelativeTime at={at} />
        </Button>
      )}
    >
      {() => (
        <Stack gap={2} className="backup-proof">
          <Text as="p">{detail}</Text>
          <Text as="p">This says nothing about the backup. The newest backup is tried again by itself.</Text>
        </Stack>
      )}
    </Popover>
  );
}

/** When the backup was last restored beside its site and answered; opens what each check saw. */
export function BackupProof({
  backup: { name, proof, proof_missed: missed },
}: {
  backup: Pick<Backup, 'name' | 'proof' | 'proof_missed'>;
}) {
  if (!proof) return missed ? <Missed name={name} missed={missed} /> : <Text tone="muted">Not yet</Text>;
  const { ok, checked_at, checks, picture_url } = proof;
  return (
    <Popover
      label={`Evidence for ${name}`}
      trigger={(props) => (
        <Button {...props} kind="text" size="s" icon={ok ? 'check-circle' : 'error'}>
          {ok ? 'Proven' : 'Failed'} <RelativeTime at={checked_at} />
        </Button>
      )}
    >
      {() => (
        <Stack gap={2} className="backup-proof">
          <Text as="p">Restored beside the site, without network access:</Text>
          <ul className="p-list">
            {checks.map((check) => (
              <li key={check.name}>
                <strong>{check.name}</strong> {check.ok ? 'passed' : 'failed'}: {check.detail}
              </li>
            ))}
          </ul>
          {picture_url && (
            <figure className="backup-proof-picture">
              <img src={picture_url} alt={`First page of the restored copy of ${name}`} width={640} height={400} />
              <Text as="figcaption" size="s" tone="muted">
                Pictured <RelativeTime at={checked_at} />
              </Text>
            </figure>
          )}
        </Stack>
      )}
    </Popover>
  );
}
