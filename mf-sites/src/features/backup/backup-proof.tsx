import type { Backup } from '@panel/core';
import { Button, Popover, RelativeTime, Stack, Text } from '@panel/ui';

/** When the backup was last restored beside its site and answered; opens what each check saw. */
export function BackupProof({ backup: { name, proof } }: { backup: Pick<Backup, 'name' | 'proof'> }) {
  if (!proof) return <Text tone="muted">Not yet</Text>;
  const { ok, checked_at, checks } = proof;
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
        </Stack>
      )}
    </Popover>
  );
}
