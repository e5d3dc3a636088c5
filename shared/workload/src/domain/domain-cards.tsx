import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type SiteDomain } from '@panel/core';
import {
  Badge,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  formatDate,
  RelativeTime,
  Stack,
  TaskProgress,
  Text,
} from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { cannotDropDomain, domainState, siteDomainQuery } from '@panel/resources/domain';
import { workloadDnsPath, workloadUpgradePath, type Workload } from '@panel/resources/workload';
import { byKind } from '../parts/on-workload.ts';
import { useToolTask } from '../parts/use-tool-task.ts';
import { DomainDropDialog } from './domain-drop.dialog.tsx';
import { DomainStages } from './domain-stages.tsx';
import type { OwnLicense } from './use-bring-domain.ts';

/** The domain of a site or an application: how far it is, and what its owner has to do; without one, the way to one. */
export function DomainCards({ workload, license }: Pick<Props, 'workload' | 'license'>) {
  const { data: shown } = useSuspenseQuery(siteDomainQuery(workload.id));
  const { progress, setStarted } = useToolTask(workload);
  const { fqdn } = workload;
  return (
    <>
      {progress && !shown.domain && <TaskProgress {...progress} />}
      {shown.domain ? (
        <Domain workload={workload} license={license} shown={shown} domain={shown.domain} onStarted={setStarted} />
      ) : workload.domain_type === 'custom_domain' ? (
        <EmptyState
          icon="globe"
          title={byKind(
            workload,
            t('{fqdn} is this site’s own domain', { fqdn }),
            t('{fqdn} is this application’s own domain', { fqdn }),
          )}
          text={t('It was set up by your provider, which can also change it.')}
        />
      ) : (
        <EmptyState
          icon="globe"
          title={byKind(
            workload,
            t('This site has no domain of its own'),
            t('This application has no domain of its own'),
          )}
          text={t('Visitors find it at {fqdn}. With a domain of your own, that address leads there.', { fqdn })}
          action={
            <ButtonLink kind="primary" icon="plus" to={workloadUpgradePath(workload, 'bring-your-own-domain')}>
              {t('Add a Custom Domain')}
            </ButtonLink>
          }
        />
      )}
    </>
  );
}

type Props = {
  workload: Workload;
  license: OwnLicense | undefined;
  shown: SiteDomain;
  domain: NonNullable<SiteDomain['domain']>;
  onStarted: (taskId: string | null) => void;
};

/** What a domain that is the address means for visitors. */
function connectedText(workload: Workload, { sub_domain }: SiteDomain): string {
  const former = sub_domain ?? t('Its former address');
  return byKind(
    workload,
    t('This is the address of your site. {former} leads there.', { former }),
    t('This is the address of your application. {former} leads there.', { former }),
  );
}

function Domain({ workload, license, shown, domain, onStarted }: Props) {
  const [drops, setDrops] = useState(false);
  const { label, tone } = domainState(domain.state);
  const isConnected = domain.state === 'connected';
  return (
    <Stack gap={4}>
      <Card
        title={<span className="p-break">{domain.display}</span>}
        actions={<Badge tone={tone}>{label}</Badge>}
        footer={
          <>
            <Button onClick={() => setDrops(true)} disabledReason={cannotDropDomain(workload, domain)}>
              {t('Remove domain')}
            </Button>
            {isConnected && <ButtonLink to={workloadDnsPath(workload)}>{t('Edit DNS records')}</ButtonLink>}
          </>
        }
      >
        <Stack gap={3}>
          {isConnected && <Text as="p">{connectedText(workload, shown)}</Text>}
          <DataList
            items={[
              { key: 'hosts', label: t('Names'), value: <span className="p-break">{domain.hosts.join(', ')}</span> },
              domain.method && {
                key: 'method',
                label: t('Verified by'),
                value: domain.method === 'txt' ? t('TXT record') : t('Name servers'),
              },
              domain.proven_at !== null && {
                key: 'proven',
                label: t('Verified'),
                value: <RelativeTime at={domain.proven_at} />,
              },
              domain.checked_at !== null && {
                key: 'checked',
                label: t('Last check'),
                value: <RelativeTime at={domain.checked_at} />,
              },
              domain.ends_at !== null && {
                key: 'ends',
                label: t('Checked until'),
                value: formatDate(domain.ends_at, { withTime: false }),
              },
            ]}
          />
        </Stack>
      </Card>
      <DomainStages workload={workload} license={license} />
      {drops && <DomainDropDialog {...{ workload, shown, domain, onStarted }} onClose={() => setDrops(false)} />}
    </Stack>
  );
}
