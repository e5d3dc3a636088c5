import { Trans, usePartner } from '@panel/core';
import { Link, Text } from '@panel/ui';

/** Whom to contact (spec §2, panel 1); nothing without a contact. */
export function SupportHelp() {
  const { supportEmail } = usePartner();
  if (!supportEmail) return null;
  return (
    <Text as="p" size="s" tone="muted">
      <Trans
        id="Do you need help? Contact support at <0>{supportEmail}</0>."
        values={{ supportEmail }}
        parts={[(piece) => <Link href={`mailto:${supportEmail}`}>{piece}</Link>]}
      />
    </Text>
  );
}
