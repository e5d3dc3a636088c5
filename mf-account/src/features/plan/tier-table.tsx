import { t } from '@panel/core';
import { Badge, formatBytes } from '@panel/ui';
import { PLAN_TIERS, tierRows } from '@panel/resources/payment';
import './plan.css';

/** The plans as columns, and what each allows as rows. */
export const TierTable = ({ current }: { current: string }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone, by keyboard too
  <div className="p-table-box" role="region" aria-label={t('Comparison of plans')} tabIndex={0}>
    <table className="p-table plan-table">
      <thead>
        <tr>
          <th scope="col">{t('For each site')}</th>
          {PLAN_TIERS.map((plan) => (
            <th key={plan} scope="col">
              {plan} {plan === current && <Badge tone="success">{t('Current plan')}</Badge>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {tierRows(formatBytes).map(({ label, values }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {PLAN_TIERS.map((plan, at) => (
              <td key={plan}>{values[at]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
