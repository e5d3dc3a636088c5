import { usePartner, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { usePublishSource } from '@panel/resources/github';
import { FREE_BUILDER_PLAN_LABEL, FREE_STATIC_PLAN_LABEL } from '@panel/resources/plan';
import { Card, Stack, Text } from '@panel/ui';
import { EditSiteButton } from '../builder/edit-site.button.tsx';
import { PlanForm } from '../create/plan-form.tsx';
import { licenseKeyOf } from '../create/site-draft.ts';
import { PublishProgress, usePublishTask } from './publish-progress.tsx';
import { publishPath, staticPath, useStaticDraft } from './static-draft.ts';
import { StaticWizard } from './static-wizard.page.tsx';

/** /create-site/plan-selection: the last step for the site builder, which needs no connection. */
export function Component() {
  const { taskId, show, close } = usePublishTask();
  if (!taskId) return <PlanStep onStarted={show} />;
  return (
    <PublishProgress taskId={taskId} onAgain={close} next={{ title: t('Your site is ready'), content: makePages }} />
  );
}

function makePages(_siteId: string, fqdn: string) {
  return (
    <Card title={t('Make your pages')}>
      <Stack gap={4}>
        <Text as="p" tone="soft">
          {t('{fqdn} has a home page. Change its texts and pictures, and add pages.', { fqdn })}
        </Text>
        <div className="p-form-foot">
          <EditSiteButton kind="primary" site={{ fqdn }} />
        </div>
      </Stack>
    </Card>
  );
}

function PlanStep({ onStarted }: { onStarted: (taskId: string) => void }) {
  const { draft, update, fqdn } = useStaticDraft();
  const { sitesDomain } = usePartner();
  const navigate = useNavigate();
  const publish = usePublishSource();
  const goOn = async (chosen: { plan: string }) => {
    if (draft.source !== 'site_builder') return navigate(publishPath(draft));
    const source = { type: 'site_builder' as const };
    onStarted(
      (await publish.mutateAsync({ fqdn, domain: sitesDomain, source, license_key: licenseKeyOf(chosen) })).task_id,
    );
  };
  return (
    <StaticWizard step="plan" title={t('Select a plan')} subtitle={t('Choose what your site runs on.')}>
      <PlanForm
        fqdn={fqdn}
        create="static"
        plan={draft.plan}
        label={draft.source === 'site_builder' ? FREE_BUILDER_PLAN_LABEL : FREE_STATIC_PLAN_LABEL}
        keep={update}
        back={staticPath('name', draft)}
        submitLabel={draft.source === 'site_builder' ? t('Create site') : t('Continue')}
        onChosen={goOn}
      />
    </StaticWizard>
  );
}
