import { t } from '@panel/core';
import { Navigate, useNavigate, useSearchParams } from '@panel/core/router';
import { Card, Stack, Text } from '@panel/ui';
import { workloadDomainPath, workloadUpgradePath } from '@panel/resources/workload';
import { byKind, type OnWorkload } from '../parts/on-workload.ts';
import { BringDomain } from './bring-domain.tsx';
import { useBringDomain, type OwnLicense } from './use-bring-domain.ts';

type Props = OnWorkload & {
  license: OwnLicense;
  /** Whether it can get a domain: a live one on a subdomain, whose claim, if it has one, nobody has proven. */
  isOffered: boolean;
};

/** The two steps to a domain of its own. */
export function WorkloadBringDomain({ workload, frame, license, isOffered }: Props) {
  const bring = useBringDomain(workload, license);
  const navigate = useNavigate();
  const [search] = useSearchParams();
  if (!isOffered) return <Navigate to={workloadDomainPath(workload)} replace />;
  const verified = search.get('domain');
  return frame({
    title: t('Add a Custom Domain'),
    width: 'form',
    children: (
      <Card title={t('Your domain')}>
        <Stack gap={4}>
          {!verified && (
            <Text as="p" tone="soft">
              {byKind(
                workload,
                t('Serve this site at a domain that you own. Its current address will lead there.'),
                t('Serve this application at a domain that you own. Its current address will lead there.'),
              )}
            </Text>
          )}
          <BringDomain
            {...{ workload, bring, verified, typed: search.get('typed') ?? '' }}
            onVerified={(fqdn) =>
              void navigate(workloadUpgradePath(workload, 'bring-your-own-domain', fqdn ? { domain: fqdn } : {}))
            }
          />
        </Stack>
      </Card>
    ),
  });
}
