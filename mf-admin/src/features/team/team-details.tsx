import { t } from '@panel/core';
import type { Team, TeamKey } from '@panel/core';
import { Badge, Button, Card, Inline, RelativeTime, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { isAccepted, KEY_STATES } from '@panel/resources/team';

const KeyCard = ({ of, onRevoke }: { of: TeamKey; onRevoke: (keyId: string) => void }) => (
  <Card
    level={3}
    title={
      <Inline gap={2}>
        <span className="p-mono">{of.keyId}</span>
        <Badge tone={KEY_STATES[of.state].tone}>{KEY_STATES[of.state].label}</Badge>
      </Inline>
    }
    actions={
      isAccepted(of) && (
        <Button size="s" kind="danger" onClick={() => onRevoke(of.keyId)}>
          {t('Revoke')}
        </Button>
      )
    }
  >
    <DataList
      items={[
        {
          key: 'added',
          label: t('Added'),
          value: (
            <>
              <RelativeTime at={of.addedAt} /> by {of.addedBy}
            </>
          ),
        },
        {
          key: 'used',
          label: t('Last used'),
          value: of.lastUsedAt ? (
            <>
              <RelativeTime at={of.lastUsedAt} />: {of.lastUse}
            </>
          ) : (
            t('Never')
          ),
        },
        of.endsAt !== null && {
          key: 'ends',
          label: of.state === 'ending' ? t('Works until') : t('Worked until'),
          value: <RelativeTime at={of.endsAt} />,
        },
        of.revokedAt !== null && {
          key: 'revoked',
          label: t('Revoked'),
          value: (
            <>
              <RelativeTime at={of.revokedAt} /> by {of.revokedBy}
            </>
          ),
        },
      ]}
    />
  </Card>
);

/** All keys of a team, the newest first, and its open invitation. */
export function TeamDetails({ team, onRevoke }: { team: Team; onRevoke: (keyId: string) => void }) {
  return (
    <Stack gap={4}>
      {team.invitation && (
        <Text as="p">
          Invited by {team.invitation.createdBy}. The invitation works until{' '}
          <RelativeTime at={team.invitation.expiresAt} />.
        </Text>
      )}
      {team.keys.length === 0 && (
        <Text tone="muted">{t('No key yet. Invite the team, or paste a public key that it has sent you.')}</Text>
      )}
      {team.keys.map((key) => (
        <KeyCard key={key.keyId} of={key} onRevoke={onRevoke} />
      ))}
    </Stack>
  );
}
