import { t, Trans } from '@panel/core';
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
            <Trans id="<0/> by {by}" values={{ by: of.addedBy }} parts={[() => <RelativeTime at={of.addedAt} />]} />
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
            <Trans
              id="<0/> by {by}"
              values={{ by: of.revokedBy ?? '' }}
              parts={[() => <RelativeTime at={of.revokedAt} />]}
            />
          ),
        },
      ]}
    />
  </Card>
);

/** All keys of a team, the newest first, and its open invitation. */
export function TeamDetails({ team, onRevoke }: { team: Team; onRevoke: (keyId: string) => void }) {
  const { invitation } = team;
  return (
    <Stack gap={4}>
      {invitation && (
        <Text as="p">
          <Trans
            id="Invited by {by}. The invitation works until <0/>."
            values={{ by: invitation.createdBy }}
            parts={[() => <RelativeTime at={invitation.expiresAt} />]}
          />
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
