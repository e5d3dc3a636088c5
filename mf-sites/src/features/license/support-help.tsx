import { usePartner, Trans } from '@panel/core';
import { Link, Text } from '@panel/ui';

/** Whom to contact (spec §2, panel 1); nothing without a contact. */
export function SupportHelp() {
  const { supportEmail } = usePartner();
  if (!supportEmail) return null;
  return (
    <Text as="p" size="s" tone="muted">
      <Trans
        id="Do you need help? Contact support at <0>{email}</0>."
        values={{ email: supportEmail }}
        parts={[(piece) => <Link href={`mailto:${supportEmail}`}>{piece}</Link>]}
      />
    </Text>
  );
}
