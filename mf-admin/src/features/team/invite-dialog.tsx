import { t, Trans } from '@panel/core';
import type { Team } from '@panel/core';
import { Banner, Button, CopyText, Dialog, RelativeTime, Stack, Text } from '@panel/ui';
import { currentKey, enrollCommand, isAccepted, useInvite } from '@panel/resources/team';

/** Creates an invitation, and shows its command once. */
export function InviteDialog({ team, onClose }: { team: Team; onClose: () => void }) {
  const invite = useInvite();
  const { invitation } = team;
  const current = currentKey(team);
  const replaces = current && isAccepted(current) ? current : null;
  return (
    <Dialog
      open
      title={replaces ? t('Rotate the key of {name}', { name: team.name }) : t('Invite {name}', { name: team.name })}
      onClose={onClose}
      busy={invite.isPending}
      footer={
        invite.data ? (
          <Button kind="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('Cancel')}</Button>
            <Button kind="primary" loading={invite.isPending} onClick={() => invite.mutate(team.id)}>
              {t('Create invitation')}
            </Button>
          </>
        )
      }
    >
      <Stack gap={4}>
        {invite.error && (
          <Banner kind="danger" live>
            {invite.error.message}
          </Banner>
        )}
        {invite.data ? (
          <>
            <Text as="p">
              {t(
                'Send this command to the team. It creates a key on the team’s machine and adds the public part here. It works once, for 24 hours, and isn’t shown again.',
              )}
            </Text>
            <div role="status">
              <CopyText text={enrollCommand(invite.data.code, window.location.origin)} label={t('Copy command')} />
            </div>
          </>
        ) : (
          <Text as="p">
            {t('An invitation is a command with which the team adds one key.')}
            {replaces && t(' From then on the key {keyId} works for another 24 hours.', { keyId: replaces.keyId })}
            {invitation && (
              <>
                {' '}
                <Trans
                  id="It replaces the open invitation of <0/>."
                  parts={[() => <RelativeTime at={invitation.createdAt} />]}
                />
              </>
            )}
          </Text>
        )}
      </Stack>
    </Dialog>
  );
}
