import { Navigate, useNavigate, useSearchParams } from '@panel/core/router';
import { Card, Stack, Text } from '@panel/ui';
import { domainPath, domainUpgradePath } from '@panel/resources/domain';
import { useSiteOverview } from '../site/managed-site.ts';
import { siteComponent } from '../site/site-component.tsx';
import { SitePage } from '../site/site-page.tsx';
import { BringDomain } from './bring-domain.tsx';
import { prefetchUpgrade } from './upgrade-step.tsx';
import { useBringDomain } from './use-bring-domain.ts';

export const prefetch = prefetchUpgrade;

/** /manage-site/upgrade/bring-your-own-domain/{id}. Without a site there is nothing to upgrade. */
export const Component = siteComponent(BringDomainPage);

function BringDomainPage({ id }: { id: string }) {
  const overview = useSiteOverview(id);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const bring = useBringDomain(overview);
  const { site, domain } = overview;
  // A claim that nobody has proven may be replaced by another one.
  if (site.isStage || site.domain_type === 'custom_domain' || (domain && domain.state !== 'unproven'))
    return <Navigate to={domainPath(id)} replace />;
  const verified = search.get('domain');
  return (
    <SitePage site={site} title="Add a Custom Domain" width="form">
      <Card title="Your domain">
        <Stack gap={4}>
          {!verified && (
            <Text as="p" tone="soft">
              Serve this site at a domain that you own. Its current address will lead there.
            </Text>
          )}
          <BringDomain
            {...{ overview, bring, verified, typed: search.get('typed') ?? '' }}
            onVerified={(fqdn) =>
              void navigate(
                fqdn
                  ? domainUpgradePath('bring-your-own-domain', id, { domain: fqdn })
                  : domainUpgradePath('bring-your-own-domain', id),
              )
            }
          />
        </Stack>
      </Card>
    </SitePage>
  );
}
