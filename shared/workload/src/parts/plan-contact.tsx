import { t, Trans, usePartner } from '@panel/core';
import { Banner, Link } from '@panel/ui';

/** Plans cannot be bought in the panel yet; without a buy link the specification names the account's admin (spec §8). */
export function PlanContact() {
  const { supportEmail } = usePartner();
  return (
    <Banner kind="info" title={t('Please contact with your account admin to set upgrade link for this plan!')}>
      {supportEmail && (
        <Trans
          id="Write to <0>{supportEmail}</0>."
          values={{ supportEmail }}
          parts={[(piece) => <Link href={`mailto:${supportEmail}`}>{piece}</Link>]}
        />
      )}
    </Banner>
  );
}
