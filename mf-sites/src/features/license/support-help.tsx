import { usePartner } from '@panel/core';
import { Link, Text } from '@panel/ui';

/** Whom to contact (spec §2, panel 1); nothing without a contact. */
export function SupportHelp() {
  const { supportEmail } = usePartner();
  if (!supportEmail) return null;
  return (
    <Text as="p" size="s" tone="muted">
      Do you need help? Contact support at <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
    </Text>
  );
}
