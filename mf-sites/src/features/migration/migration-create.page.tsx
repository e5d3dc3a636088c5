import { useState } from 'react';
import { usePartner, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, Card, Link, Page, RadioGroup, Stack } from '@panel/ui';
import { Form, FormField, useForm, useFormField, useWatch } from '@panel/ui/form';
import { migrationFinishPath, TYPE_OPTIONS, useCreateMigration } from '@panel/resources/migration';
import { isCancelled } from '@panel/resources/upload';
import { NameField, useNameCheck } from '@panel/workload/name';
import { OtherTablesBox } from '../site/other-tables-box.tsx';
import { UploadProgress } from '../site/upload-progress.tsx';
import { BackupFile } from './backup-file.tsx';
import { MigrationFields, migrationInput, useMigrationDraft } from './migration-form.ts';
import { attempt } from '../create/create.mutations.ts';

/** How a migration works, as the partner explains it. */
function Video() {
  const { MIGRATION_VIDEO_LINK: link } = usePartner().attributes;
  return link ? (
    <Link href={link} newTab>
      {t('Watch how a migration works')}
    </Link>
  ) : null;
}

/** /create-new-site/migration */
export function Component() {
  const navigate = useNavigate();
  const { draft, update, clear, fqdn, suffix } = useMigrationDraft();
  const [file, setFile] = useState<File | null>(null);
  const create = useCreateMigration(attempt);
  const form = useForm({
    schema: MigrationFields,
    values: draft,
    keep: update,
    onSubmit: async (fields) => {
      const chosen = fields.type === 'backup' ? file : null;
      try {
        const { data } = await create.mutateAsync({ input: migrationInput(fields, fqdn), file: chosen });
        clear();
        await navigate(migrationFinishPath(data.id), { replace: true });
      } catch (error) {
        if (!isCancelled(error)) throw error;
      }
    },
    // The server knows the whole address, the form only its first part.
    fieldsOf: ({ fields: { fqdn: name, ...fields } }) => ({ ...fields, ...(name && { name }) }),
  });
  const nameField = useFormField(form, 'name');
  const check = useNameCheck(draft.name, fqdn);
  const type = useWatch({ control: form.control, name: 'type' });
  return (
    <Page
      title={t('Migrate a site')}
      subtitle={t('We copy your site to our servers. Your present site stays as it is.')}
      width="form"
      actions={<Video />}
    >
      <Form form={form}>
        <Card title={t('Where your site is now')}>
          <Stack gap={4}>
            <FormField form={form} name="type" label={t('Migrate from')} hideLabel>
              {({ value, onChange }) => (
                <RadioGroup legend={t('Migrate from')} options={TYPE_OPTIONS} value={value} onChange={onChange} cards />
              )}
            </FormField>
            {type === 'backup' ? (
              <BackupFile file={file} onChoose={setFile} />
            ) : (
              <FormField
                form={form}
                name="sharingLink"
                label={t('Sharing link')}
                type="url"
                required
                autoComplete="off"
                placeholder={t('https://')}
                help={t(
                  'The address of a zip or tar.gz of wp-content with a dump of the database, which everyone who has the link can download.',
                )}
              />
            )}
            <FormField
              form={form}
              name="source_url"
              label={t('Present address')}
              optional
              type="url"
              autoComplete="off"
              placeholder={t('https://www.example.com')}
              help={t('Where visitors find the site today. We compare the copy with it, page by page.')}
            />
            <FormField form={form} name="other_tables" label={t('Tables without the prefix')} hideLabel>
              {({ value, onChange }) => <OtherTablesBox checked={value} onChange={onChange} />}
            </FormField>
          </Stack>
        </Card>
        <Card title={t('Where your site will be')}>
          <NameField {...nameField} label={t('Site Domain Name')} suffix={suffix} check={check} />
        </Card>
        <UploadProgress percent={create.percent} onCancel={create.cancel} />
        <div className="p-form-foot">
          <Button
            kind="primary"
            type="submit"
            icon="migration"
            loading={form.busy}
            disabledReason={type === 'backup' && !file ? t('Choose a zip or tar.gz file.') : null}
          >
            {t('Start migration')}
          </Button>
        </div>
      </Form>
    </Page>
  );
}
