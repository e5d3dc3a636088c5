import { t } from '@panel/core';
import { useState } from 'react';
import { MIGRATION_ZIP_MAX_BYTES } from '@panel/contract/schemas';
import { Banner, formatBytes, Inline, Stack, Text } from '@panel/ui';
import { FilePicker } from '@panel/workload/parts';

type FileProps = { file: File | null; onChoose: (file: File) => void };

/** Chooses the zip of a backup. */
export function BackupFile({ file, onChoose }: FileProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  return (
    <Stack gap={2}>
      <Inline gap={3}>
        <FilePicker
          label={t('Zip file of the backup')}
          maxBytes={MIGRATION_ZIP_MAX_BYTES}
          onChoose={(chosen) => {
            setRefusal(null);
            onChoose(chosen);
          }}
          onRefuse={setRefusal}
        >
          {file ? t('Choose another file') : t('Choose a zip file')}
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
        {t('A zip of a static site, or of wp-content with a dump of the database as an .sql file. Up to {limit}.', {
          limit: formatBytes(MIGRATION_ZIP_MAX_BYTES),
        })}
      </Text>
    </Stack>
  );
}
