import { useSuspenseQuery } from '@tanstack/react-query';
import { type SiteDomain } from '@panel/core';
import { Navigate, useNavigate } from '@panel/core/router';
import { Banner, Button, ButtonLink, Card, Stack, Text } from '@panel/ui';
import {
  domainPath,
  domainUpgradePath,
  isPropagated,
  siteDomainQuery,
  usePropagationCheck,
} from '@panel/resources/domain';
import { siteOverviewQuery, useRefreshSites } from '@panel/resources/site';
import { useManagedSite } from '../site/managed-site.ts';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { HostList } from '../dns/host-list.tsx';

export const prefetch = prefetchOf((id) => [siteOverviewQuery(id), siteDomainQuery(id)]);

/** /manage-site/upgrade/finish/{id}: what is left to do (spec §4, "Final step"). */
export const Component = siteComponent(Finish);

function Finish({ id }: { id: string }) {
  const { data: shown } = useSuspenseQuery(siteDomainQuery(id));
  if (!shown.domain) return <Navigate to={domainUpgradePath('bring-your-own-domain', id)} replace />;
  return <Congratulations id={id} shown={shown} domain={shown.domain} />;
}

type Props = { id: string; shown: SiteDomain; domain: NonNullable<SiteDomain['domain']> };

function Congratulations({ id, shown, domain }: Props) {
  const site = useManagedSite(id);
  const navigate = useNavigate();
  const refresh = useRefreshSites();
  const check = usePropagationCheck(id, domain.hosts[0] ?? domain.fqdn);
  const holds = check.data && isPropagated(check.data, shown.nameservers);
  return (
    <SitePage site={site} title="Congratulations!" subtitle={domain.display} width="form">
      {holds && (
        <Banner kind="success" live title={`${domain.display} uses your name servers.`}>
          The site moves to its domain as soon as the domain is verified.
        </Banner>
      )}
      {(check.error || holds === false) && (
        <Banner kind="info" live title="Not propagated yet">
          {check.error?.message ??
            'The name servers were not found yet. We check again every 5 minutes and notify you.'}
        </Banner>
      )}
      <Card
        title="Name servers"
        footer={
          <>
            <Button icon="refresh" loading={check.isPending} onClick={() => check.mutate()}>
              Check Propagation
            </Button>
            <Button
              kind="primary"
              onClick={() => {
                void refresh();
                void navigate('/sites');
              }}
            >
              Done
            </Button>
          </>
        }
      >
        <Stack gap={3}>
          <Text as="p">
            {domain.display} was added to {site.fqdn}. Set these name servers, and no others, where you registered it.
            Propagation can take up to 24 hours. SSL is provisioned automatically.
          </Text>
          <HostList hosts={shown.nameservers} />
          <div>
            <ButtonLink to={domainPath(id)}>Other options and status</ButtonLink>
          </div>
        </Stack>
      </Card>
    </SitePage>
  );
}
