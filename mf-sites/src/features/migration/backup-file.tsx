import { t } from '@panel/core';
import { useState } from 'react';
import { MIGRATION_ZIP_MAX_BYTES } from '@panel/contract/schemas';
import { Banner, formatBytes, Inline, Stack, Text } from '@panel/ui';
import { FilePicker } from '@panel/workload/parts';

type FileProps = { file: File | null; onChoose: (file: File) => void };

/** Chooses the archive of a backup. */
export function BackupFile({ file, onChoose }: FileProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <Stack gap={2}>
      <Inline gap={3}>
        <FilePicker
          label={t('File of the backup')}
          maxBytes={MIGRATION_ZIP_MAX_BYTES}
          onChoose={(chosen) => {
            setRefusal(null);
            onChoose(chosen);
          }}
          onRefuse={setRefusal}
        >
          {file ? t('Choose another file') : t('Choose a zip or tar.gz file')}
        </FilePicker>
        {file && (
          <Text className="p-break">
            {file.name}, {formatBytes(file.size)}
          </Text>
        )}
      </Inline>
      {refusal && (
        <Banner kind="danger" live>
          {refusal}
        </Banner>
      )}
      <Text size="s" tone="muted">
        {t(
          'A zip or tar.gz of a static site, or of wp-content with a dump of the database as an .sql file. Backups of this panel are such files. Up to {limit}.',
          {
            limit: formatBytes(MIGRATION_ZIP_MAX_BYTES),
          },
        )}
      </Text>
    </Stack>
  );
}
