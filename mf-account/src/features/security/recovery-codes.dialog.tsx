import { t } from '@panel/core';
import { Banner, Button, ConfirmDialog, CopyText, SidePanel, Stack } from '@panel/ui';
import { useNewRecoveryCodes } from '@panel/resources/security';

/** The codes, which are shown here and nowhere else. */
export const RecoveryCodesPanel = ({
  title,
  codes,
  onClose,
}: {
  title: string;
  codes: readonly string[];
  onClose: () => void;
}) => (
  <SidePanel
    open
    title={title}
    onClose={onClose}
    footer={
      <Button kind="primary" onClick={onClose}>
        {t('I have kept the codes')}
      </Button>
    }
  >
    <Stack gap={4}>
      <Banner kind="success" live title={t('Keep your recovery codes now')}>
        {t('They are not shown again. Each lets you in once when you don’t have your phone.')}
      </Banner>
      <ul aria-label={t('Recovery codes')} className="p-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyText text={codes.join('\n')} label={t('Copy codes')} buttonOnly />
    </Stack>
  </SidePanel>
);

/** Asks before the old codes end, then shows the new ones. */
export function NewRecoveryCodesDialog({ onClose }: { onClose: () => void }) {
  const change = useNewRecoveryCodes();
  if (change.data)
    return <RecoveryCodesPanel title={t('New recovery codes')} codes={change.data.codes} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('Get new recovery codes?')}
      confirmLabel={t('Get new codes')}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {t('The codes that you have now stop working.')}
    </ConfirmDialog>
  );
}
