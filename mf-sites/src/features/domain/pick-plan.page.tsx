import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@panel/core/router';
import { Button, ButtonLink, Card, formatDate, RadioGroup, Stack, Text } from '@panel/ui';
import { domainUpgradePath } from '@panel/resources/domain';
import { availableLicensesQuery, licenseHelp, licenseLabel } from '@panel/resources/license';
import { useManagedSite } from '../site/managed-site.ts';
import { SitePage } from '../site/site-page.tsx';
import { PlanContact, ToolData } from '@panel/workload/parts';
import { prefetchUpgrade, UpgradeStep } from './upgrade-step.tsx';

export const prefetch = prefetchUpgrade;

/** /manage-site/upgrade/pick-a-plan/{id}?domain=…: which license the site gets with its domain. */
export const Component = () => <UpgradeStep>{(chosen) => <PickPlan {...chosen} />}</UpgradeStep>;

function PickPlan({ id, domain }: { id: string; domain: string }) {
  const site = useManagedSite(id);
  const navigate = useNavigate();
  const licenses = useQuery(availableLicensesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const none = licenses.data?.length === 0;
  return (
    <SitePage site={site} title="Pick a plan" subtitle={domain} width="form">
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
    </SitePage>
  );
}
