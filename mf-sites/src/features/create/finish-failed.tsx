import { useState, type FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import type { Task } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Banner, Button, ButtonLink, Card, Stack, Text } from '@panel/ui';
import { cannotDelete, ownSiteQuery, progressPath } from '@panel/resources/site';
import { SiteDeleteDialog } from '../site/site-delete.dialog.tsx';
import { AdminPasswordField } from './admin-password.field.tsx';
import { finalizeInput, useRetryInstallation } from './create.mutations.ts';
import { SiteDetails, stepPath, useSiteDraft } from './site-draft.ts';

/** Install again with what was entered; after a reload the password is asked for, because nobody has kept it. */
function TryAgain({ siteId }: { siteId: string }) {
  const { draft, password, setPassword, fqdn } = useSiteDraft();
  const navigate = useNavigate();
  const retry = useRetryInstallation();
  const [error, setError] = useState<string>();
  const [wasMissing] = useState(password === '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = v.safeParse(SiteDetails.entries.admin_password, password);
    if (!wrong.success) return setError(wrong.issues[0].message);
    retry.mutate(finalizeInput(siteId, draft, fqdn, password), {
      onSuccess: ({ task_id }) => void navigate(progressPath(task_id), { replace: true }),
    });
  };
  return (
    <form className="p-form" onSubmit={submit} noValidate>
      {retry.isError && (
        <Banner kind="danger" live>
          {retry.error.message}
        </Banner>
      )}
      {wasMissing && <AdminPasswordField value={password} error={error} onChange={setPassword} />}
      <Button type="submit" kind="primary" icon="refresh" loading={retry.isPending}>
        Try again
      </Button>
    </form>
  );
}

/** What can be done about a creation that failed. The draft is kept until a site has come of it. */
export function FinishFailed({ task }: { task: Task }) {
  const { draft, fqdn } = useSiteDraft();
  const { data: site } = useQuery({ ...ownSiteQuery(task.fqdn ?? ''), enabled: task.fqdn !== null });
  const [deleting, setDeleting] = useState(false);
  const isOwnDraft = fqdn === task.fqdn && v.is(v.omit(SiteDetails, ['admin_password']), draft);
  const canRetry = task.site_id !== null && isOwnDraft && site?.status === 'failed';
  return (
    <Card title="What you can do">
      <Stack gap={4}>
        <Text as="p" tone="soft">
          {isOwnDraft ? 'We kept what you entered.' : 'Nothing else was changed.'} The failed site holds its name until
          it is deleted.
        </Text>
        {canRetry && task.site_id && <TryAgain siteId={task.site_id} />}
        <div className="p-form-foot">
          <ButtonLink to={stepPath('details')} icon="arrow-left">
            Back to the details
          </ButtonLink>
          {site && (
            <Button icon="trash" kind="danger" onClick={() => setDeleting(true)} disabledReason={cannotDelete(site)}>
              Delete failed site
            </Button>
          )}
        </div>
      </Stack>
      {deleting && site && <SiteDeleteDialog site={site} onClose={() => setDeleting(false)} />}
    </Card>
  );
}
