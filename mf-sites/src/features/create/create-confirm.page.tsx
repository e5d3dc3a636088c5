import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, ButtonLink, Card, Link, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { progressPath, siteImagesQuery } from '@panel/resources/site';
import { CreateFailure } from './create-failure.tsx';
import { createInput, useCreateSite } from './create.mutations.ts';
import { stepPath, useSiteDraft } from './site-draft.ts';
import { WizardPage } from './wizard.page.tsx';

export const prefetch = () => queryClient.prefetchQuery(siteImagesQuery);

const Change = ({ what }: { what: string }) => (
  <Link to={stepPath('details')} small aria-label={`Change ${what}`}>
    Change
  </Link>
);

/** /create-site-with-wordpress/finalize-and-confirm: a summary and the price, before anything happens. */
export function Component() {
  const { data: images } = useSuspenseQuery(siteImagesQuery);
  const { draft, blueprint, password, fqdn } = useSiteDraft();
  const navigate = useNavigate();
  const create = useCreateSite();
  const wordpress = images.wp_versions.find(({ id }) => id === draft.version) ?? images.wp_versions[0];
  const php = images.php_versions.find(({ id }) => id === draft.php_version) ?? images.php_versions[0];
  const submit = () =>
    create.mutate(createInput(draft, blueprint, fqdn, password), {
      onSuccess: ({ task_id }) => void navigate(progressPath(task_id), { replace: true }),
    });
  return (
    <WizardPage step="confirm" title="Finalize and confirm" subtitle="Review the details, then create your site.">
      {create.isError && <CreateFailure error={create.error} fqdn={fqdn} onRetry={submit} />}
      <Card title="Your site" actions={<Change what="site details" />}>
        <DataList
          columns={2}
          items={[
            { key: 'address', label: 'Address', value: fqdn },
            { key: 'title', label: 'Title', value: draft.title },
            { key: 'blueprint', label: 'Blueprint', value: blueprint.name },
            { key: 'wordpress', label: 'WordPress', value: wordpress?.title },
            { key: 'php', label: 'PHP', value: php?.title },
            { key: 'user', label: 'User name', value: draft.admin_user },
            { key: 'email', label: 'Email', value: draft.admin_email },
          ]}
        />
      </Card>
      <Card title="What happens now">
        <Stack as="ol" gap={2} className="p-list">
          <li>
            The address <strong>{fqdn}</strong> is reserved for you.
          </li>
          <li>WordPress {wordpress?.title} is installed with your user and password.</li>
          {blueprint.id !== null && (
            <li>
              The blueprint <strong>{blueprint.name}</strong> is put in place. The site keeps your user and title.
            </li>
          )}
          <li>We start the site and visit it once. It’s ready when it answers.</li>
        </Stack>
      </Card>
      <Card title="Cost">
        <Text as="p">
          <strong>Free plan: nothing is charged</strong>, now or later. You can delete the site at any time.
        </Text>
      </Card>
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={stepPath('plan')}>
          Back
        </ButtonLink>
        <Button kind="primary" onClick={submit} loading={create.isPending}>
          Create site
        </Button>
      </div>
    </WizardPage>
  );
}
