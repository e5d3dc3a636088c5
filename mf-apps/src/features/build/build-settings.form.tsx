import * as v from 'valibot';
import { RepositoryFolder } from '@panel/contract/schemas';
import { notify, t, type AppSettings, type BuildSettings } from '@panel/core';
import { Card, Select, Stack, type Option } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { FormCheckbox } from '../app/form-checkbox.tsx';
import { useSaveBuildSettings } from '@panel/resources/app';

const Command = v.pipe(v.string(), v.trim(), v.maxLength(500, t('Use at most 500 characters.')));
const SettingsInput = v.object({
  root_folder: RepositoryFolder,
  install_command: Command,
  build_command: Command,
  output_folder: RepositoryFolder,
  start_command: Command,
  runtime: v.string(),
  node_version: v.string(),
  spa_fallback: v.boolean(),
  build_network: v.boolean(),
});

const RUNTIMES: readonly Option[] = [
  { value: '', label: t('As recognized') },
  { value: 'static', label: t('Static files') },
  { value: 'node', label: t('Node.js server') },
];

/** An empty field is recognized by the next build. */
const orNull = (text: string): string | null => (text === '' ? null : text);

type Props = { id: string; given: AppSettings; nodeVersions: readonly string[] };

/** How an application is built and started. What is left empty is recognized in the code. */
export function BuildSettingsForm({ id, given: { settings, recognized, version }, nodeVersions }: Props) {
  const save = useSaveBuildSettings(id);
  const form = useForm({
    schema: SettingsInput,
    values: {
      root_folder: settings.root_folder,
      install_command: settings.install_command ?? '',
      build_command: settings.build_command ?? '',
      output_folder: settings.output_folder ?? '',
      start_command: settings.start_command ?? '',
      runtime: settings.runtime ?? '',
      node_version: settings.node_version ?? '',
      spa_fallback: settings.spa_fallback,
      build_network: settings.build_network,
    },
    onSubmit: async (input) => {
      const next: BuildSettings = {
        ...settings,
        ...input,
        install_command: orNull(input.install_command),
        build_command: orNull(input.build_command),
        output_folder: orNull(input.output_folder),
        start_command: orNull(input.start_command),
        runtime: input.runtime === 'static' || input.runtime === 'node' ? input.runtime : null,
        node_version: orNull(input.node_version),
      };
      await save.mutateAsync({ version, settings: next });
      notify({ kind: 'success', title: t('Success'), message: t('Build settings saved.') });
    },
  });
  const found = (value: string | null | undefined): string =>
    value ? t('Recognized: {value}', { value }) : t('Recognized in the code by the next build.');
  return (
    <Form form={form} submitLabel={t('Save')}>
      <Card title={t('Build')}>
        <Stack gap={4}>
          <FormField
            form={form}
            name="root_folder"
            label={t('Root folder')}
            help={t('Where the application is in the repository, such as apps/web. Empty for the repository itself.')}
            autoComplete="off"
          />
          <FormField
            form={form}
            name="install_command"
            label={t('Install command')}
            help={found(recognized?.install_command)}
            autoComplete="off"
            spellCheck={false}
          />
          <FormField
            form={form}
            name="build_command"
            label={t('Build command')}
            help={found(recognized?.build_command)}
            autoComplete="off"
            spellCheck={false}
          />
          <FormField
            form={form}
            name="output_folder"
            label={t('Output folder')}
            help={found(recognized?.output_folder)}
            autoComplete="off"
            spellCheck={false}
          />
          <FormField form={form} name="node_version" label={t('Node.js version')}>
            {(input) => (
              <Select
                {...input}
                options={[
                  { value: '', label: t('As the code says') },
                  ...nodeVersions.map((value) => ({ value, label: t('Node.js {value}', { value }) })),
                ]}
              />
            )}
          </FormField>
          <FormCheckbox
            form={form}
            name="build_network"
            label={t('The build can reach public addresses')}
            help={t('Installing packages always reaches the package registry.')}
          />
        </Stack>
      </Card>
      <Card title={t('Run')}>
        <Stack gap={4}>
          <FormField form={form} name="runtime" label={t('Runs as')}>
            {(input) => <Select {...input} options={RUNTIMES} />}
          </FormField>
          <FormField
            form={form}
            name="start_command"
            label={t('Start command')}
            help={found(recognized?.start_command)}
            autoComplete="off"
            spellCheck={false}
          />
          <FormCheckbox
            form={form}
            name="spa_fallback"
            label={t('Single-page application')}
            help={t('Addresses without a file answer with index.html.')}
          />
        </Stack>
      </Card>
    </Form>
  );
}
