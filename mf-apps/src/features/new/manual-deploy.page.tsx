import { useState } from 'react';
import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { t, usePartner } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Card, Page, Stack } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { firstBuildPath, useCreateManual } from '@panel/resources/app';
import { isNameRefusal } from '@panel/resources/site';
import { NameField, useNameCheck } from '@panel/workload/name';
import { FormCheckbox } from '../app/form-checkbox.tsx';
import { UploadProgress } from '@panel/workload/parts';
import { ZipField } from './zip-field.tsx';

const ManualInput = v.object({ name: SiteName, spa_fallback: v.boolean() });

/** /manual-deploy: an application from the files of a zip, without a build. */
export function Component() {
  const { sitesDomain } = usePartner();
  const navigate = useNavigate();
  const create = useCreateManual();
  const [file, setFile] = useState<File | null>(null);
  const form = useForm({
    schema: ManualInput,
    values: { name: '', spa_fallback: false },
    fieldsOf: ({ code, message, fields }) => (isNameRefusal(code) ? { name: message } : fields),
    onSubmit: async ({ name, spa_fallback }) => {
      if (file === null) return;
      const { app_id, build_id } = await create.mutateAsync({ file, fqdn: name, spa_fallback });
      await navigate(firstBuildPath(app_id, build_id));
    },
  });
  const field = useFormField(form, 'name');
  const check = useNameCheck(field.value, `${field.value}.${sitesDomain}`, { kind: 'app' });
  return (
    <Page title={t('Deploy manually')} subtitle={t('Upload the finished files of your application. Nothing is built.')}>
      <Form
        form={form}
        submitLabel={t('Upload and publish')}
        submitDisabledReason={file === null ? t('Choose a zip first.') : null}
        onCancel={() => void navigate('/apps')}
      >
        <Card title={t('Files')}>
          <Stack gap={4}>
            <ZipField file={file} onChange={setFile} />
            <FormCheckbox
              form={form}
              name="spa_fallback"
              label={t('Single-page application')}
              help={t('Addresses without a file answer with index.html.')}
            />
            <UploadProgress percent={create.percent} onCancel={create.cancel} />
          </Stack>
        </Card>
        <Card title={t('Address')}>
          <NameField label={t('App Domain Name')} {...field} check={check} suffix={`.${sitesDomain}`} />
        </Card>
      </Form>
    </Page>
  );
}
