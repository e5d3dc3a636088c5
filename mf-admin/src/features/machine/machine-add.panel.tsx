import { t } from '@panel/core';
import { Banner, Button, CopyText, ErrorState, Link, SidePanel, Stack, Text } from '@panel/ui';
import { JOIN_TOKEN_MINUTES } from '@panel/contract/schemas';
import { joinCommand, useMakeJoinToken } from '@panel/resources/machine';

/** Makes a token, then shows the command with it once. */
export function MachineAddPanel({ onClose }: { onClose: () => void }) {
  const make = useMakeJoinToken();
  const made = make.data;
  return (
    <SidePanel
      open
      title={t('Add a machine')}
      onClose={onClose}
      footer={
        made ? (
          <Button kind="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        ) : (
          <Button kind="primary" loading={make.isPending} call="machine.makeToken" onClick={() => make.mutate()}>
            {t('Make a join token')}
          </Button>
        )
      }
    >
      <Stack gap={4}>
        {made ? (
          <>
            <Banner kind="success" live title={t('Copy the command now')}>
              {t('The token in it is not shown again. It works once, within {minutes} minutes.', {
                minutes: JOIN_TOKEN_MINUTES,
              })}
            </Banner>
            <Text as="p">{t('Run this on the new machine, in the folder of the panel’s program:')}</Text>
            <CopyText text={joinCommand(made)} label={t('Copy command')} whole />
            <Text as="p" tone="soft">
              {t('The machine appears in the list as soon as it has joined. It needs no token to start again.')}
            </Text>
          </>
        ) : (
          <>
            <Text as="p">
              {t(
                'A machine joins with a token that works once. It makes a key of its own and gets a certificate for it. It gets no access to the database.',
              )}
            </Text>
            <Text as="p" tone="soft">
              {t('This version watches machines that joined. They run no sites and no tasks yet.')}
            </Text>
            <Link to="/help/article/machines">{t('How to add a machine')}</Link>
          </>
        )}
        {make.error && <ErrorState error={make.error} onRetry={() => make.mutate()} level={3} />}
      </Stack>
    </SidePanel>
  );
}
