import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Banner, ButtonLink } from '@panel/ui';
import { isSold, plansPath, pricesQuery } from '@panel/resources/payment';
import { PlanContact } from '../builder/plan-contact.tsx';

/** Where a license for sites is bought; where the partner sells none here, whom to contact. */
export function BuyLicense() {
  const { data, isPending } = useQuery(pricesQuery('site'));
  if (isPending) return null;
  if (!data?.some(isSold)) return <PlanContact />;
  return (
    <Banner kind="info" action={<ButtonLink to={plansPath('site')}>{t('See plans')}</ButtonLink>}>
      {t('A license gives a site a larger plan and a domain of its own.')}
    </Banner>
  );
}
