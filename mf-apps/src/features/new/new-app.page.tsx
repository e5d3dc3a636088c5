import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import { SiteName } from '@panel/contract/schemas';
import { queryClient, t, usePartner } from '@panel/core';
import { useNavigate, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Card, Page, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import {
  appConnectPath,
  appDashboardQuery,
  appTemplatesQuery,
  firstBuildPath,
  useCreateProject,
} from '@panel/resources/app';
import { isNameRefusal } from '@panel/resources/site';
import { NameField, useNameCheck } from '@panel/workload/name';
import { SCRATCH, TemplateList } from './template-list.tsx';

const NewAppInput = v.object({ name: SiteName });

export const prefetch = () =>
  Promise.all([queryClient.prefetchQuery(appTemplatesQuery), queryClient.prefetchQuery(appDashboardQuery)]);

/** /new-app: a template, or an empty page, and a name; the choice is in the address. */
export function Component() {
  const { data: templates } = useSuspenseQuery(appTemplatesQuery);
  const { data: dashboard } = useSuspenseQuery(appDashboardQuery);
  const { sitesDomain } = usePartner();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const create = useCreateProject();
  const usable = templates.filter(({ missing }) => missing === null);
  // The choice is shown at once; the address follows.
  const [chosen, setChosen] = useState(search.get('panel') === SCRATCH ? SCRATCH : search.get('template'));
  const template =
    usable.find(({ id }) => id === chosen)?.id ?? (chosen === SCRATCH ? SCRATCH : usable[0]?.id) ?? SCRATCH;
  const isEmpty = search.has('empty');
  const form = useForm({
    schema: NewAppInput,
    values: { name: '' },
    fieldsOf: ({ code, message, fields }) => (isNameRefusal(code) ? { name: message } : fields),
    onSubmit: async ({ name }) => {
      const from = isEmpty ? { empty: true } : { template_id: template === SCRATCH ? undefined : template };
      const { app_id, build_id } = await create.mutateAsync({ fqdn: name, ...from });
      await navigate(isEmpty ? appConnectPath(app_id) : firstBuildPath(app_id, build_id));
    },
  });
  const field = useFormField(form, 'name');
  const check = useNameCheck(field.value, `${field.value}.${sitesDomain}`, { kind: 'app' });
  return (
    <Page
      title={t('New application')}
      subtitle={t('Start from a template, or from scratch. You can change everything later.')}
      actions={
        <>
          {isEmpty ? (
            <ButtonLink icon="blueprint" to="/new-app">
              {t('Start from a template')}
            </ButtonLink>
          ) : (
            <ButtonLink icon="branch" to="/new-app?empty">
              {t('Empty repository')}
            </ButtonLink>
          )}
          <ButtonLink icon="download" to="/new-app/repository-settings">
            {t('Import a repository')}
          </ButtonLink>
          <ButtonLink icon="upload" to="/manual-deploy">
            {t('Upload a zip')}
          </ButtonLink>
        </>
      }
    >
      {dashboard.builds_missing !== null && (
        <Banner kind="info">
          {t('Some templates need a build, which this server can’t run.')} {dashboard.builds_missing}
        </Banner>
      )}
      <Form
        form={form}
        submitLabel={t('Create application')}
        submitDisabledReason={isEmpty ? dashboard.builds_missing : null}
        onCancel={() => void navigate('/apps')}
      >
        {isEmpty ? (
          <Card title={t('Empty repository')}>
            <Text as="p">
              {t(
                'The application gets a Git repository in the panel. You push your code into it, and each push to the branch main builds and publishes it. Until then it shows a first page.',
              )}
            </Text>
          </Card>
        ) : (
          <TemplateList
            templates={templates}
            value={template}
            onChange={(id) => {
              setChosen(id);
              setSearch(id === SCRATCH ? { panel: SCRATCH } : { template: id }, { replace: true });
            }}
          />
        )}
        <Card title={t('Address')}>
          <NameField label={t('App Domain Name')} {...field} check={check} suffix={`.${sitesDomain}`} />
        </Card>
        <Text as="p" size="s" tone="muted">
          {t('The application is built and published at once. Visitors can open it when its first release answers.')}
        </Text>
      </Form>
    </Page>
  );
}
