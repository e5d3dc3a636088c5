import { t, Trans } from '@panel/core';
import { useEffect } from 'react';
import type { Backup } from '@panel/core';
import {
  Banner,
  Button,
  ButtonLink,
  CopyText,
  Dialog,
  formatBytes,
  formatDate,
  formatOrDash,
  Skeleton,
  Stack,
  Text,
} from '@panel/ui';
import { useBackupDownload } from '@panel/resources/backup';

/** A link to the archive that ends. Download managers can resume it. */
export function BackupDownloadDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { mutate, data, error } = useBackupDownload(backup);
  useEffect(() => mutate(), [mutate]);
  const address = data && new URL(data.url, window.location.origin).href;
  return (
    <Dialog
      open
      icon="download"
      title={t('Download backup')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {address && (
            <ButtonLink kind="primary" icon="download" href={address}>
              {t('Download')}
            </ButtonLink>
          )}
        </>
      }
    >
      {error ? (
        <Banner kind="danger" live>
          {error.message}
        </Banner>
      ) : data && address ? (
        <Stack gap={3}>
          <p>
            <Trans
              id="<0>{name}</0>, {size}, as a tar.gz archive. The link works until {expires_at}, for everyone who has it."
              values={{
                name: backup.name,
                size: formatOrDash(backup.size, formatBytes),
                expires_at: formatDate(data.expires_at),
              }}
              parts={[(piece) => <strong className="p-break">{piece}</strong>]}
            />
          </p>
          <CopyText text={address} label={t('Copy link')} />
          <Text as="p" size="s" tone="muted" mono className="p-break">
            {t('SHA-256 {sum}', { sum: backup.sha256 ?? '' })}
          </Text>
        </Stack>
      ) : (
        <Skeleton kind="text" rows={3} />
      )}
    </Dialog>
  );
}
