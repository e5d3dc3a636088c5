import { t } from '@panel/core';
import type { SiteOverview } from '@panel/core';
import { Banner, Button, formatDate } from '@panel/ui';
import { cannotAssignLicense } from '@panel/resources/license';

/** Says that the site lost the plan of a licence that is no longer valid. */
export function ExpiredLicense({ overview, onUpgrade }: { overview: SiteOverview; onUpgrade: () => void }) {
  const { license, site } = overview;
  if (!license || license.is_valid) return null;
  return (
    <Banner
      kind="warning"
      title={t('The license of this site is no longer valid')}
      action={
        <Button onClick={onUpgrade} disabledReason={cannotAssignLicense(site)}>
          {t('Choose a license')}
        </Button>
      }
    >
      {t('{product} ended on {date}. The site has the limits of the {plan} plan. Nothing was deleted.', {
        product: license.product_name,
        date: formatDate(license.to_date * 1000, { withTime: false }),
        plan: site.plan_type,
      })}
    </Banner>
  );
}
