import { useState } from 'react';
import { notify, t, useDirty, type AppVariables } from '@panel/core';
import {
  Banner,
  Button,
  Card,
  Checkbox,
  Disclosure,
  Field,
  IconButton,
  Inline,
  RelativeTime,
  Stack,
  Text,
  TextArea,
  TextInput,
} from '@panel/ui';
import { useDeploy, useRestoreVariables, useSaveVariables } from '@panel/resources/app';
import { parseEnv } from './parse-env.ts';
import './variables.css';

type Row = AppVariables['variables'][number];

/** A secret whose value nobody has typed anew keeps the stored one. */
const isKept = ({ value, secret }: Row): boolean => secret && value === null;

type Props = { id: string; given: AppVariables; title?: string; help?: string };

/** The environment variables of an application: a table, a pasted `.env`, and earlier versions. */
export function VariablesCard({ id, given, title = t('Environment variables'), help }: Props) {
  const [rows, setRows] = useState<readonly Row[]>(given.variables);
  const [pasted, setPasted] = useState('');
  const save = useSaveVariables(id, given.environment);
  const restore = useRestoreVariables(id, given.environment);
  const deploy = useDeploy(id);
  const isDirty = JSON.stringify(rows) !== JSON.stringify(given.variables);
  useDirty(isDirty);
  const change = (index: number, next: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...next } : row)));
  const paste = () => {
    const { variables, skipped } = parseEnv(pasted);
    const names = new Set(variables.map(({ name }) => name));
    const kept = rows.filter(({ name }) => !names.has(name));
    setRows([...kept, ...variables.map((each) => ({ ...each, phase: 'both' as const, secret: true }))]);
    setPasted('');
    notify({
      kind: skipped > 0 ? 'warning' : 'success',
      title: t('Variables added'),
      message: t('{count, plural, one {# variable} other {# variables}} added. Save to keep them.', {
        count: variables.length,
      }),
    });
  };
  const needsDeploy = given.live_version !== null && given.live_version !== given.version && !isDirty;
  return (
    <Card title={title}>
      <Stack gap={4}>
        {help && (
          <Text as="p" tone="soft">
            {help}
          </Text>
        )}
        {save.error && (
          <Banner kind="danger" live>
            {save.error.message}
          </Banner>
        )}
        {needsDeploy && (
          <Banner
            kind="info"
            title={t('The live release runs with other variables')}
            action={
              <Button loading={deploy.isPending} onClick={() => deploy.mutate(undefined)}>
                {t('Deploy now')}
              </Button>
            }
          >
            {t('A new deployment uses what you saved.')}
          </Banner>
        )}
        {rows.map((row, index) => (
          <div key={index} className="app-variable">
            <Field label={t('Name')}>
              <TextInput
                value={row.name}
                onChange={(name) => change(index, { name })}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            <Field label={t('Value')}>
              <TextInput
                value={row.value ?? ''}
                onChange={(value) => change(index, { value })}
                placeholder={isKept(row) ? t('Stored, not shown') : undefined}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
            <Checkbox label={t('Secret')} checked={row.secret} onChange={(secret) => change(index, { secret })} />
            <IconButton
              icon="trash"
              label={t('Remove {name}', { name: row.name || t('variable') })}
              onClick={() => setRows(rows.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        {rows.length === 0 && (
          <Text as="p" tone="muted">
            {t('No variables yet. Your code reads them from its environment, such as process.env.API_URL.')}
          </Text>
        )}
        <Inline>
          <Button icon="plus" onClick={() => setRows([...rows, { name: '', value: '', phase: 'both', secret: true }])}>
            {t('Add variable')}
          </Button>
          <Button
            kind="primary"
            loading={save.isPending}
            disabledReason={isDirty ? null : t('Change something first.')}
            onClick={() => save.mutate({ version: given.version, variables: [...rows] })}
          >
            {t('Save variables')}
          </Button>
        </Inline>
        <Disclosure summary={t('Paste a .env file')}>
          <Stack gap={2}>
            <Field label={t('Content of the file')}>
              <TextArea value={pasted} onChange={setPasted} rows={5} spellCheck={false} />
            </Field>
            <div>
              <Button onClick={paste} disabledReason={pasted.trim() === '' ? t('Paste the file first.') : null}>
                {t('Add these variables')}
              </Button>
            </div>
          </Stack>
        </Disclosure>
        {given.versions.length > 1 && (
          <Disclosure summary={t('Earlier versions')}>
            <ul className="app-versions">
              {given.versions.slice(1).map(({ version, names, by, created_at }) => (
                <li key={version}>
                  <span>
                    {t('Version {version}: {count, plural, one {# variable} other {# variables}}', {
                      version,
                      count: names,
                    })}{' '}
                    <Text size="s" tone="muted">
                      {by} <RelativeTime at={created_at} />
                    </Text>
                  </span>
                  <Button loading={restore.isPending} onClick={() => restore.mutate(version)}>
                    {t('Restore')}
                  </Button>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </Stack>
    </Card>
  );
}
