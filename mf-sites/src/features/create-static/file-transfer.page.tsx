import * as v from 'valibot';
import { usePartner, t } from '@panel/core';
import { Card, Select, Text } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { useOpenTransfer } from '@panel/resources/github';
import { ACCESS_PERIODS } from '@panel/resources/site-access';
import { FileTransfer } from './file-transfer.tsx';
import { PublishFailure } from './publish-failure.tsx';
import { PublishFoot } from './publish-foot.tsx';
import { PublishProgress, usePublishTask } from './publish-progress.tsx';
import { useSftpPassword, useStaticDraft } from './static-draft.ts';
import { StaticWizard } from './static-wizard.page.tsx';

/** /create-site/file-transfer */
export function Component() {
  const { taskId, show, close } = usePublishTask();
  const { password, keep } = useSftpPassword(taskId);
  if (!taskId)
    return (
      <PeriodStep
        onStarted={(started, made) => {
          keep(started, made);
          show(started);
        }}
      />
    );
  const content = (siteId: string, fqdn: string) => <FileTransfer siteId={siteId} fqdn={fqdn} password={password} />;
  return <PublishProgress taskId={taskId} onAgain={close} next={{ title: t('Upload your files'), content }} />;
}

const Period = v.object({ period: v.string() });

function PeriodStep({ onStarted }: { onStarted: (taskId: string, password: string) => void }) {
  const { draft, update, fqdn, license_key } = useStaticDraft();
  const { sitesDomain: domain } = usePartner();
  const open = useOpenTransfer();
  const form = useForm({
    schema: Period,
    values: { period: draft.period },
    keep: update,
    onSubmit: async ({ period }) => {
      const { task_id, password } = await open.mutateAsync({ fqdn, domain, period: Number(period), license_key });
      onStarted(task_id, password);
    },
  });
  return (
    <StaticWizard
      step="publish"
      title={t('Upload over SFTP')}
      subtitle={t('You get a user name and a password for an SFTP client. Access ends by itself.')}
    >
      <Form form={form} failure={<PublishFailure error={form.failure} />}>
        <Card title={t('SFTP access')}>
          <FormField form={form} name="period" label={t('Open for')} help={t('You can open it again later.')}>
            {(input) => <Select {...input} options={ACCESS_PERIODS} />}
          </FormField>
        </Card>
        <Text as="p" size="s" tone="muted">
          {t('{fqdn} is reserved. Until you upload an index.html, visitors see a placeholder page.', { fqdn })}
        </Text>
        <PublishFoot label={t('Create site')} busy={form.busy} />
      </Form>
    </StaticWizard>
  );
}
