import { useSuspenseQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Navigate } from '@panel/core/router';
import { siteDomainQuery } from '@panel/resources/domain';
import { workloadDomainPath } from '@panel/resources/workload';
import type { OnWorkload } from '../parts/on-workload.ts';
import { DomainStages } from './domain-stages.tsx';
import type { OwnLicense } from './use-bring-domain.ts';

type Props = OnWorkload & {
  license: OwnLicense | undefined;
  /** Whether it can get a domain: a live one on a subdomain. */
  isOffered: boolean;
};

/** The stages of a domain, from its name on. */
export function WorkloadBringDomain({ workload, frame, license, isOffered }: Props) {
  const { data: shown } = useSuspenseQuery(siteDomainQuery(workload.id));
  if (!isOffered || (shown.domain && shown.domain.state !== 'unproven'))
    return <Navigate to={workloadDomainPath(workload)} replace />;
  return frame({
    title: t('Add a Custom Domain'),
    width: 'form',
    children: <DomainStages workload={workload} license={license} />,
  });
}
