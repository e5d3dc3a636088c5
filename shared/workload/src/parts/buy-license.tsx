import { useQuery } from '@tanstack/react-query';
import type { LicenseProject } from '@panel/contract';
import { t } from '@panel/core';
import { Banner, ButtonLink } from '@panel/ui';
import { isSold, plansPath, pricesQuery } from '@panel/resources/payment';
import { PlanContact } from './plan-contact.tsx';

/** Where a license is bought; where the partner sells none here, whom to contact. */
export function BuyLicense({ project }: { project: LicenseProject }) {
  const { data, isPending } = useQuery(pricesQuery(project));
  if (isPending) return null;
  if (!data?.some(isSold)) return <PlanContact />;
  return (
    <Banner kind="info" action={<ButtonLink to={plansPath(project)}>{t('See plans')}</ButtonLink>}>
      {project === 'site'
        ? t('A license gives a site a larger plan and a domain of its own.')
        : t('A license gives an application a larger plan.')}
    </Banner>
  );
}
