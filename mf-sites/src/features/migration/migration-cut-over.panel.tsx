import { t, Trans } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Migration } from '@panel/core';
import { Banner, Checkbox, ConfirmDialog, Stack } from '@panel/ui';
import { useMoveMigration, writtenQuery } from '@panel/resources/migration';
import { newerLabel } from '@panel/resources/staging';
import { isCancelled } from '@panel/resources/upload';
import { UploadProgress } from '../site/upload-progress.tsx';
import { BackupFile } from './backup-file.tsx';

/** Rows on the copy that a newer archive replaces. */
function Written({ id }: Pick<Migration, 'id'>) {
  const { data } = useQuery(writtenQuery(id));
  if (!data || data.newer.length === 0) return null;
  return (
    <Banner kind="warning" title={t('The copy has content of its own')}>
      {t('{contents} were written on the copy since it was made. If the archive has changed, they are replaced.', {
        contents: data.newer.map(newerLabel).join(', '),
      })}
    </Banner>
  );
}

/** Asks before the copy gets its address, and what to do with changes of the original. */
export function MigrationCutOverPanel({ migration, onClose }: { migration: Migration; onClose: () => void }) {
  const { type, fqdn, id } = migration;
  const [wanted, setWanted] = useState(true);
  const [file, setFile] = useState<File | null>(null);
  const move = useMoveMigration(migration, onClose);
  const carry = type === 'backup' ? file !== null : wanted;
  return (
    <ConfirmDialog
      icon="rocket"
      title={t('Move your site to {fqdn}', { fqdn })}
      confirmLabel={t('Move')}
      busy={move.isPending}
      error={isCancelled(move.error) ? null : move.error}
      onConfirm={() => move.mutate({ status: 'ready', carry, file })}
      onClose={onClose}
    >
      <Stack gap={4}>
        <p>
          <Trans
            id="The copy leaves its own address and answers at <0>{fqdn}</0>."
            values={{ fqdn }}
            parts={[(piece) => <strong className="p-break">{piece}</strong>]}
          />
        </p>
        {type === 'backup' ? (
          <>
            <p>
              {t(
                'What was changed on your present site since the backup is not in the copy. To bring it over, choose a newer backup.',
              )}
            </p>
            <BackupFile file={file} onChoose={setFile} />
          </>
        ) : (
          <Checkbox
            label={t('Bring over what changed since the copy was made')}
            help={t(
              'We download the archive of the sharing link again. If it has changed, its content replaces that of the copy. Anything missing from the archive won’t be copied.',
            )}
            checked={wanted}
            onChange={setWanted}
          />
        )}
        {carry && <Written id={id} />}
        <UploadProgress percent={move.percent} onCancel={move.cancel} />
      </Stack>
    </ConfirmDialog>
  );
}
