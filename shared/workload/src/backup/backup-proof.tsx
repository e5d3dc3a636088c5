import { t, Trans } from '@panel/core';
import type { Backup } from '@panel/core';
import { Button, Popover, RelativeTime, Stack, Text } from '@panel/ui';
import './backup-proof.css';

/** Why the last restore showed nothing. It says nothing about the backup. */
function Missed({ name, missed: { at, detail } }: { name: string; missed: NonNullable<Backup['proof_missed']> }) {
  return (
    <Popover
      label={t('Why {name} was not checked', { name })}
      trigger={(props) => (
        <Button {...props} kind="text" size="s" icon="info">
          <Trans id="Not checked <0/>" parts={[() => <RelativeTime at={at} />]} />
        </Button>
      )}
    >
      {() => (
        <Stack gap={2} className="backup-proof">
          <Text as="p">{detail}</Text>
          <Text as="p">{t('This says nothing about the backup. The newest backup is tried again by itself.')}</Text>
        </Stack>
      )}
    </Popover>
  );
}

/** When the backup was last restored as a copy and answered; opens what each check saw. */
export function BackupProof({
  backup: { name, proof, proof_missed: missed },
}: {
  backup: Pick<Backup, 'name' | 'proof' | 'proof_missed'>;
}) {
  if (!proof) return missed ? <Missed name={name} missed={missed} /> : <Text tone="muted">{t('Not yet')}</Text>;
  const { ok, checked_at, checks, picture_url } = proof;
  return (
    <Popover
      label={t('Evidence for {name}', { name })}
      trigger={(props) => (
        <Button {...props} kind="text" size="s" icon={ok ? 'check-circle' : 'error'}>
          {ok ? t('Proven') : t('Failed')} <RelativeTime at={checked_at} />
        </Button>
      )}
    >
      {() => (
        <Stack gap={2} className="backup-proof">
          <Text as="p">{t('Restored as a copy, without network access:')}</Text>
          <ul className="p-list">
            {checks.map((check) => (
              <li key={check.name}>
                <Trans
                  id="{result, select, passed {<0>{name}</0> passed: {detail}} other {<0>{name}</0> failed: {detail}}}"
                  values={{ result: check.ok ? 'passed' : 'failed', name: check.name, detail: check.detail }}
                  parts={[(piece) => <strong>{piece}</strong>]}
                />
              </li>
            ))}
          </ul>
          {picture_url && (
            <figure className="backup-proof-picture">
              <img
                src={picture_url}
                alt={t('First page of the restored copy of {name}', { name })}
                width={640}
                height={400}
              />
              <Text as="figcaption" size="s" tone="muted">
                <Trans id="Pictured <0/>" parts={[() => <RelativeTime at={checked_at} />]} />
              </Text>
            </figure>
          )}
        </Stack>
      )}
    </Popover>
  );
}
