import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type SiteDomain } from '@panel/core';
import { Navigate, useNavigate } from '@panel/core/router';
import { Banner, Button, Inline, Stack, Text } from '@panel/ui';
import { isPropagated, siteDomainQuery, usePropagationCheck } from '@panel/resources/domain';
import { useRefreshSites } from '@panel/resources/site';
import { workloadUpgradePath } from '@panel/resources/workload';
import { byKind, type OnWorkload } from '../parts/on-workload.ts';
import { DomainStages } from './domain-stages.tsx';
import type { OwnLicense } from './use-bring-domain.ts';

type Shown = OnWorkload & { license: OwnLicense | undefined };

/** What is left to do for a domain that was added (spec §4, "Final step"): its stages, at that of the set-up. */
export function WorkloadDomainFinish({ workload, frame, license }: Shown) {
  const { data: shown } = useSuspenseQuery(siteDomainQuery(workload.id));
  if (!shown.domain) return <Navigate to={workloadUpgradePath(workload, 'bring-your-own-domain')} replace />;
  return <Congratulations {...{ workload, frame, license, shown, domain: shown.domain }} />;
}

type Props = Shown & { shown: SiteDomain; domain: NonNullable<SiteDomain['domain']> };

function Congratulations({ workload, frame, license, shown, domain }: Props) {
  const navigate = useNavigate();
  const refresh = useRefreshSites();
  const check = usePropagationCheck(workload.id, domain.hosts[0] ?? domain.fqdn);
  const holds = check.data && isPropagated(check.data, shown.nameservers);
  const note = (
    <Stack gap={3}>
      <Text as="p">
        {t(
          '{domain} was added to {fqdn}. Set these name servers, and no others, where you registered it. Propagation can take up to 24 hours. SSL is provisioned automatically.',
          { domain: domain.display, fqdn: workload.fqdn },
        )}
      </Text>
      <Inline gap={2}>
        <Button icon="refresh" loading={check.isPending} onClick={() => check.mutate()}>
          {t('Check Propagation')}
        </Button>
      </Inline>
    </Stack>
  );
  return frame({
    title: t('Congratulations!'),
    subtitle: domain.display,
    width: 'form',
    children: (
      <Stack gap={4}>
        {holds && (
          <Banner kind="success" live title={t('{domain} uses your name servers.', { domain: domain.display })}>
            {byKind(
              workload,
              t('The site moves to its domain as soon as the domain is verified.'),
              t('The application moves to its domain as soon as the domain is verified.'),
            )}
          </Banner>
        )}
        {(check.error || holds === false) && (
          <Banner kind="info" live title={t('Not propagated yet')}>
            {check.error?.message ??
              t('The name servers were not found yet. We check again every 5 minutes and notify you.')}
          </Banner>
        )}
        <DomainStages workload={workload} license={license} note={note} />
        <div>
          <Button
            kind="primary"
            onClick={() => {
              void refresh();
              void navigate(byKind(workload, '/sites', '/apps'));
            }}
          >
            {t('Done')}
          </Button>
        </div>
      </Stack>
    ),
  });
}
