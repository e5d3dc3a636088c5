import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Task } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, ButtonLink, Card, Stack, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { cannotDelete, ownSiteQuery, progressPath } from '@panel/resources/site';
import { SiteDeleteDialog } from '../site/site-delete.dialog.tsx';
import { AdminPasswordField } from './admin-password.field.tsx';
import { finalizeInput, useRetryInstallation } from './create.mutations.ts';
import { SiteDetails, stepPath, useSiteDraft } from './site-draft.ts';
import { isInstalled } from './sources.ts';

const Password = v.pick(SiteDetails, ['admin_password']);

/** Installs again with the same input; after a reload it asks for the password, which is never stored. */
function TryAgain({ siteId }: { siteId: string }) {
  const { draft, blueprint, password, setPassword, fqdn } = useSiteDraft();
  const navigate = useNavigate();
  const retry = useRetryInstallation();
  const [wasMissing] = useState(password === '');
  const form = useForm({
    schema: Password,
    values: { admin_password: password },
    keep: ({ admin_password }) => setPassword(admin_password),
    onSubmit: async ({ admin_password }) => {
      const { task_id } = await retry.mutateAsync(finalizeInput(siteId, draft, blueprint, fqdn, admin_password));
      await navigate(progressPath(task_id), { replace: true });
    },
  });
  const field = useFormField(form, 'admin_password');
  return (
    <Form form={form}>
      {wasMissing && <AdminPasswordField {...field} />}
      <Button type="submit" kind="primary" icon="refresh" loading={form.busy}>
        {t('Try again')}
      </Button>
    </Form>
  );
}

/** Ways out of a failed creation. The draft stays until a site has come of it. */
export function FinishFailed({ task }: { task: Task }) {
  const { draft, fqdn } = useSiteDraft();
  const { data: site } = useQuery(ownSiteQuery(task.title));
  const [deleting, setDeleting] = useState(false);
  const isOwnDraft = fqdn === task.title;
  const isComplete = isInstalled(draft.source) && v.is(v.omit(SiteDetails, ['admin_password']), draft);
  const canRetry = task.site_id !== null && isOwnDraft && isComplete && site?.status === 'failed';
  return (
    <Card title={t('What you can do')}>
      <Stack gap={4}>
        <Text as="p" tone="soft">
          {isOwnDraft ? t('We kept what you entered.') : t('Nothing else was changed.')}
          {task.status === 'failed' && t(' The failed site keeps its name until you delete it.')}
        </Text>
        {canRetry && task.site_id && <TryAgain siteId={task.site_id} />}
        <div className="p-form-foot">
          <ButtonLink to={stepPath('details')} icon="arrow-left">
            {t('Back to the details')}
          </ButtonLink>
          {site && (
            <Button icon="trash" kind="danger" onClick={() => setDeleting(true)} disabledReason={cannotDelete(site)}>
              {t('Delete failed site')}
            </Button>
          )}
        </div>
      </Stack>
      {deleting && site && <SiteDeleteDialog site={site} onClose={() => setDeleting(false)} />}
    </Card>
  );
}
