import { usePartner } from '@panel/core';
import { Banner, Link } from '@panel/ui';

/** Plans cannot be bought in the panel yet; without a buy link the specification names the account's admin (spec §8). */
export function PlanContact() {
  const { supportEmail } = usePartner();
  return (
    <Banner kind="info" title="Please contact with your account admin to set upgrade link for this plan!">
      {supportEmail && (
        <>
          Write to <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
        </>
      )}
    </Banner>
  );
}
