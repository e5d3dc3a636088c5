import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, type PageContext } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Card, formatDate, Page, Stack } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { appOverviewPath, appQuery } from '@panel/resources/app';
import { appLicensesQuery } from '@panel/resources/license';

export function prefetch({ search }: PageContext) {
  const id = search.get('app');
  return id && Promise.all([queryClient.prefetchQuery(appQuery(id)), queryClient.prefetchQuery(appLicensesQuery)]);
}

/** /apps/finish?selectedApp={license}&app={id}: what the application has now, read from the server. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('app');
  return id ? <Finish id={id} license={search.get('selectedApp') ?? ''} /> : <Navigate to="/apps" replace />;
}

function Finish({ id, license: name }: { id: string; license: string }) {
  const { data: app } = useSuspenseQuery(appQuery(id));
  const { data: licenses } = useSuspenseQuery(appLicensesQuery);
  const license = licenses.find(({ license_key }) => license_key === app.license_key);
  const upgraded = license?.is_valid === true && license.product_name === name;
  return (
    <Page title={upgraded ? t('Your application is upgraded') : t('Application upgrade')}>
      <Stack gap={4}>
        {!upgraded && (
          <Banner kind="warning" title={t('This license is not in use')}>
            {t('{fqdn} does not have it. Choose a license for the application again.', { fqdn: app.fqdn })}
          </Banner>
        )}
        <Card
          title={app.fqdn}
          footer={
            <>
              <ButtonLink to="/apps">{t('My Applications')}</ButtonLink>
              <ButtonLink kind="primary" to={appOverviewPath(id)}>
                {t('Manage application')}
              </ButtonLink>
            </>
          }
        >
          <DataList
            items={[
              { key: 'plan', label: t('Plan'), value: app.plan_type },
              license !== undefined && { key: 'license', label: t('License'), value: license.product_name },
              license !== undefined && {
                key: 'end',
                label: license.is_valid ? t('Expires at') : t('Expired at'),
                value: formatDate(license.to_date * 1000, { withTime: false }),
              },
            ]}
          />
        </Card>
      </Stack>
    </Page>
  );
}
