import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { queryClient, type PageContext } from '@panel/core';
import { Navigate, useNavigate, useParams, useSearchParams } from '@panel/core/router';
import { Button, ButtonLink, Card, formatDate, Page, RadioGroup, Stack, Text } from '@panel/ui';
import { domainUpgradePath } from '@panel/resources/domain';
import { availableLicensesQuery, licenseHelp, licenseLabel } from '@panel/resources/license';
import { siteOverviewQuery } from '@panel/resources/site';
import { PlanContact } from '../builder/plan-contact.tsx';
import { trailOf, useManagedSite } from '../site/managed-site.ts';
import { ToolData } from '../tools/tool-data.tsx';

export const prefetch = ({ params: { id } }: PageContext) =>
  id &&
  Promise.all([queryClient.prefetchQuery(siteOverviewQuery(id)), queryClient.prefetchQuery(availableLicensesQuery)]);

/** /manage-site/upgrade/pick-a-plan/{id}?domain=…: which license the site gets with its domain. */
export function Component() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const domain = search.get('domain');
  if (!id) return <Navigate to="/sites" replace />;
  return domain ? (
    <PickPlan id={id} domain={domain} />
  ) : (
    <Navigate to={domainUpgradePath('bring-your-own-domain', id)} replace />
  );
}

function PickPlan({ id, domain }: { id: string; domain: string }) {
  const site = useManagedSite(id);
  const navigate = useNavigate();
  const licenses = useQuery(availableLicensesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const none = licenses.data?.length === 0;
  return (
    <Page title="Pick a plan" subtitle={domain} breadcrumb={trailOf(id, site, 'Pick a plan')} width="form">
      <Card
        title="License"
        footer={
          <>
            <ButtonLink to={domainUpgradePath('bring-your-own-domain', id, { domain })}>Back</ButtonLink>
            <Button
              kind="primary"
              disabledReason={none || chosen ? null : 'Choose a license first.'}
              onClick={() =>
                void navigate(domainUpgradePath('payment', id, { domain, ...(chosen && { license: chosen }) }))
              }
            >
              Continue
            </Button>
          </>
        }
      >
        <ToolData result={licenses} reason={undefined} what="your licenses">
          {(offered) =>
            offered.length > 0 ? (
              <RadioGroup
                legend="Select a License"
                options={offered.map((license) => ({
                  value: license.id,
                  label: licenseLabel(license, (at) => formatDate(at, { withTime: false })),
                  help: licenseHelp(license),
                }))}
                value={chosen}
                onChange={setChosen}
              />
            ) : (
              <Stack gap={3}>
                <Text as="p">You have no license that has a site left.</Text>
                <PlanContact />
              </Stack>
            )
          }
        </ToolData>
      </Card>
    </Page>
  );
}
