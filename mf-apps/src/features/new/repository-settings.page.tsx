import { useSuspenseQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { GitAddress, GithubBranchName, SiteName } from '@panel/contract/schemas';
import { queryClient, t, usePartner } from '@panel/core';
import { Navigate, useNavigate, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Card, Page, PasswordInput, Stack } from '@panel/ui';
import { Form, FormField, useForm, useFormField } from '@panel/ui/form';
import { appDashboardQuery, firstBuildPath, useCreateFromRepository } from '@panel/resources/app';
import { isNameRefusal } from '@panel/resources/site';
import { NameField, useNameCheck } from '@panel/workload/name';

const RepositoryInput = v.object({
  repository: GitAddress,
  branch: GithubBranchName,
  token: v.pipe(v.string(), v.trim(), v.maxLength(500)),
  name: SiteName,
});

export const prefetch = () => queryClient.prefetchQuery(appDashboardQuery);

/** /new-app/repository-settings?appType=…: one repository, or for `fullStack` the steps for two (spec §2, App menu). */
export function Component() {
  const [search] = useSearchParams();
  if (search.get('appType') === 'fullStack') return <Navigate to="/new-app/full-stack/pick-frontend-repo" replace />;
  return <RepositorySettings />;
}

/** An application from any Git repository with an https address. */
function RepositorySettings() {
  const { data: dashboard } = useSuspenseQuery(appDashboardQuery);
  const { sitesDomain } = usePartner();
  const navigate = useNavigate();
  const create = useCreateFromRepository();
  const form = useForm({
    schema: RepositoryInput,
    values: { repository: '', branch: 'main', token: '', name: '' },
    fieldsOf: ({ code, message, fields }) => (isNameRefusal(code) ? { name: message } : fields),
    onSubmit: async ({ repository, branch, token, name }) => {
      const { app_id, build_id } = await create.mutateAsync({
        fqdn: name,
        from: { source: 'git', repository, branch, ...(token !== '' && { token }) },
      });
      await navigate(firstBuildPath(app_id, build_id));
    },
  });
  const field = useFormField(form, 'name');
  const check = useNameCheck(field.value, `${field.value}.${sitesDomain}`, { kind: 'app' });
  const missing = dashboard.builds_missing;
  return (
    <Page
      title={t('Import a repository')}
      subtitle={t('We clone it, recognize its framework, build it and publish the result.')}
      actions={
        <ButtonLink icon="branch" to="/new-app/existing-project/pick-repo">
          {t('GitHub and more settings')}
        </ButtonLink>
      }
    >
      {missing !== null && (
        <Banner kind="warning" title={t('Builds can’t run on this server')}>
          {missing}
        </Banner>
      )}
      <Form
        form={form}
        submitLabel={t('Import and build')}
        submitDisabledReason={missing}
        onCancel={() => void navigate('/apps')}
      >
        <Card title={t('Repository')}>
          <Stack gap={4}>
            <FormField
              form={form}
              name="repository"
              label={t('Address')}
              help={t('The https address that you would clone, such as https://git.example.com/team/app.git.')}
              required
              autoComplete="off"
              inputMode="url"
            />
            <FormField form={form} name="branch" label={t('Branch')} required autoComplete="off" />
            <FormField
              form={form}
              name="token"
              label={t('Access token')}
              help={t('Only for a private repository. It is stored encrypted and never shown again.')}
            >
              {(input) => <PasswordInput {...input} autoComplete="off" />}
            </FormField>
          </Stack>
        </Card>
        <Card title={t('Address')}>
          <NameField label={t('App Domain Name')} {...field} check={check} suffix={`.${sitesDomain}`} />
        </Card>
      </Form>
    </Page>
  );
}
