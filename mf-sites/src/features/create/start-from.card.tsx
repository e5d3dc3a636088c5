import { inSentence, t, Trans } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { IMPORT_ZIP_MAX_BYTES } from '@panel/contract/schemas';
import type { Backup } from '@panel/core';
import {
  Banner,
  Card,
  Field,
  formatBytes,
  formatDate,
  Inline,
  Link,
  RadioGroup,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@panel/ui';
import { NEWEST_BACKUPS, newestBackupsQuery } from '@panel/resources/backup';
import { BLUEPRINTS_PATH, contentsLabel, DEFAULT_BLUEPRINT, usableBlueprintsQuery } from '@panel/resources/blueprint';
import type { ChosenBackup, ChosenBlueprint, Wizard } from './site-draft.ts';
import { FilePicker } from '@panel/workload/parts';
import { OtherTablesBox } from '../site/other-tables-box.tsx';
import { SOURCES, type SourceKey } from './sources.ts';

type BlueprintProps = { blueprint: ChosenBlueprint; startFrom: (blueprint: ChosenBlueprint) => void };
type BackupProps = { backup: ChosenBackup | null; startFromBackup: (backup: ChosenBackup) => void };
type FileProps = {
  file: File | null;
  setFile: (file: File) => void;
  otherTables: boolean;
  setOtherTables: (on: boolean) => void;
};

/** The blueprints that can be used now, after “Default”. */
function BlueprintChoice({ blueprint, startFrom }: BlueprintProps) {
  const { data: usable, error } = useQuery(usableBlueprintsQuery);
  if (error)
    return (
      <Banner kind="danger">{t('We couldn’t read your blueprints. {message}', { message: error.message })}</Banner>
    );
  if (!usable) return <Skeleton kind="text" rows={2} />;
  if (usable.length === 0)
    return (
      <Text as="p" tone="soft">
        <Trans
          id="You have no blueprints yet. <0>Make one</0> from a site first."
          parts={[(piece) => <Link to={BLUEPRINTS_PATH}>{piece}</Link>]}
        />
      </Text>
    );
  const isGone = blueprint.id !== null && !usable.some(({ id }) => id === blueprint.id);
  const choose = (chosen: string) => {
    const { id, name } = usable.find((one) => one.id === chosen) ?? DEFAULT_BLUEPRINT;
    startFrom({ id, name });
  };
  const options = [
    { value: '', label: DEFAULT_BLUEPRINT.name },
    ...usable.map((one) => ({ value: one.id, label: `${one.name} (${inSentence(contentsLabel(one))})` })),
  ];
  return (
    <Stack gap={3}>
      {isGone && (
        <Banner kind="warning">
          {t('“{name}” is no longer available. Choose another blueprint.', { name: blueprint.name })}
        </Banner>
      )}
      <Field label={t('Blueprint')}>
        <Select options={options} value={isGone ? '' : (blueprint.id ?? '')} onChange={choose} />
      </Field>
    </Stack>
  );
}

/** The newest complete backups of all sites. */
function BackupChoice({ backup, startFromBackup }: BackupProps) {
  const { data: newest, error } = useQuery(newestBackupsQuery);
  if (error)
    return <Banner kind="danger">{t('We couldn’t read your backups. {message}', { message: error.message })}</Banner>;
  if (!newest) return <Skeleton kind="text" rows={2} />;
  // One that was chosen on the page of its site may be older than the newest.
  const offered = backup && !newest.some(({ id }) => id === backup.id) ? [backup, ...newest] : newest;
  if (offered.length === 0)
    return (
      <Text as="p" tone="soft">
        {t('You have no backups yet. Back up a site first.')}
      </Text>
    );
  const label = ({ site_fqdn, name, ...one }: ChosenBackup & Partial<Pick<Backup, 'created_at'>>) =>
    [site_fqdn, name, one.created_at && formatDate(one.created_at)].filter(Boolean).join(' · ');
  return (
    <Field
      label={t('Backup')}
      help={
        newest.length >= NEWEST_BACKUPS ? t('Older backups: choose one on the Backup page of its site.') : undefined
      }
    >
      <Select
        placeholder={t('Choose a backup')}
        options={offered.map((one) => ({ value: one.id, label: label(one) }))}
        value={backup?.id ?? ''}
        onChange={(id) => {
          const chosen = offered.find((one) => one.id === id);
          if (chosen) startFromBackup(chosen);
        }}
      />
    </Field>
  );
}

/** A zip, which is uploaded when the site is created. */
function FileChoice({ file, setFile, otherTables, setOtherTables }: FileProps) {
  const [refusal, setRefusal] = useState('');
  const choose = (chosen: File) => {
    setRefusal('');
    setFile(chosen);
  };
  return (
    <Stack gap={3}>
      <Inline>
        <FilePicker
          label={t('Zip file of the site')}
          maxBytes={IMPORT_ZIP_MAX_BYTES}
          onChoose={choose}
          onRefuse={setRefusal}
        >
          {file ? t('Choose another file') : t('Choose zip file')}
        </FilePicker>
        <Text tone="soft" className="p-break">
          {file
            ? `${file.name}, ${formatBytes(file.size)}`
            : t('At most {limit}.', { limit: formatBytes(IMPORT_ZIP_MAX_BYTES) })}
        </Text>
      </Inline>
      {refusal && (
        <Banner kind="danger" live>
          {refusal}
        </Banner>
      )}
      <Text as="p" size="s" tone="muted">
        <Trans
          id="Make the dump of a WordPress with <0/> or <1/>. Its address is changed to the new one in all tables of WordPress and its plugins."
          parts={[() => <code>wp db export</code>, () => <code>mysqldump</code>]}
        />
      </Text>
      <OtherTablesBox checked={otherTables} onChange={setOtherTables} />
    </Stack>
  );
}

/** What the new site starts from. */
export function StartFromCard({ wizard }: { wizard: Wizard }) {
  const { draft, update, blueprint, startFrom, backup, startFromBackup, file, setFile } = wizard;
  const { source } = draft;
  const choose = (next: SourceKey) => update({ source: next });
  return (
    <Card title={t('Start from')}>
      <Stack gap={4}>
        <RadioGroup cards legend={t('Start from')} hideLegend options={SOURCES} value={source} onChange={choose} />
        {source === 'blueprint' && <BlueprintChoice {...{ blueprint, startFrom }} />}
        {source === 'backup' && <BackupChoice {...{ backup, startFromBackup }} />}
        {source === 'file' && (
          <FileChoice
            {...{ file, setFile }}
            otherTables={draft.other_tables}
            setOtherTables={(other_tables) => update({ other_tables })}
          />
        )}
        <Text as="p" size="s" tone="muted">
          <Trans
            id="No WordPress? <0>Create a site from GitHub or from another server</0>."
            parts={[(piece) => <Link to="/create-site">{piece}</Link>]}
          />
        </Text>
      </Stack>
    </Card>
  );
}
