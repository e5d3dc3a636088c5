import { STAFF_ROLE_LABELS, t, type StaffRole } from '@panel/core';
import { RadioGroup } from '@panel/ui';

const HELP: Readonly<Record<StaffRole, string>> = {
  owner: t('Everything, including changing owners.'),
  admin: t('Everything except changing owners.'),
  support: t('Customers and what they host, help articles and announcements. No money and no settings of the panel.'),
  billing: t(
    'Licenses, invoices, refunds and buy links. Sees everything else except credentials and the content of files.',
  ),
  read_only: t('Sees everything except credentials and the content of files. Changes nothing.'),
};

type Props = {
  roles: readonly StaffRole[];
  value: StaffRole;
  onChange: (role: StaffRole) => void;
  error?: string | undefined;
};

/** A role, with what it may do. */
export const StaffRoleChoice = ({ roles, value, onChange, error }: Props) => (
  <RadioGroup
    legend={t('Role')}
    options={roles.map((role) => ({ value: role, label: STAFF_ROLE_LABELS[role], help: HELP[role] }))}
    value={value}
    onChange={onChange}
    error={error}
    cards
  />
);
