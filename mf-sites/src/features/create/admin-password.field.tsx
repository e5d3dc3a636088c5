import { t } from '@panel/core';
import { NewPasswordField } from '@panel/ui';

type Props = { value: string; onChange: (value: string) => void; error?: string };

/** The password of the WordPress administrator: never stored. */
export const AdminPasswordField = (props: Props) => (
  <NewPasswordField
    {...props}
    name="admin_password"
    required
    help={t('At least 12 characters. Copy it to a safe place: we don’t store it and can’t show it again.')}
  />
);
