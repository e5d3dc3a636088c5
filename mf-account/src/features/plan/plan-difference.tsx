import { LICENSE_PRODUCTS, type LicenseProduct } from '@panel/contract/schemas';
import { t, type License, type Proration } from '@panel/core';
import { formatBytes } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { formatMoney, placesLabel, tierRows } from '@panel/resources/payment';

/** What the license allows now, and what it would: only what differs. */
export function PlanDifference({ license, product }: { license: License; product: LicenseProduct }) {
  const { plan, sites, project } = LICENSE_PRODUCTS[product];
  const quantity = license.subscription?.quantity ?? 1;
  const rows = tierRows(formatBytes, [license.plan_type, plan]).filter(
    ({ values: [before, after], perAccount }) => before !== after && !perAccount,
  );
  const change = (before = '-', after = '-') => t('{before} → {after}', { before, after });
  return (
    <DataList
      items={[
        { key: 'plan', label: t('Plan'), value: change(license.plan_type, plan) },
        {
          key: 'places',
          label: t('For'),
          value: change(placesLabel(project, license.site_limit), placesLabel(project, sites * quantity)),
        },
        ...rows.map(({ label, values: [before, after] }) => ({ key: label, label, value: change(before, after) })),
      ]}
    />
  );
}

/** What the change costs now, line by line. */
export const ProrationLines = ({ preview: { lines, currency, amount_due } }: { preview: Proration }) => (
  <DataList
    items={[
      ...lines.map(({ description, amount }, at) => ({
        key: String(at),
        label: description,
        value: <span className="p-figures">{formatMoney(amount, currency)}</span>,
      })),
      {
        key: 'due',
        label: amount_due < 0 ? t('Credit for your next invoices') : t('To pay now'),
        value: <strong className="p-figures">{formatMoney(Math.abs(amount_due), currency)}</strong>,
      },
    ]}
  />
);
