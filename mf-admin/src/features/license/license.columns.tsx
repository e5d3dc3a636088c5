import { t } from '@panel/core';
import type { License } from '@panel/core';
import { Badge, formatDate, Stack, Text } from '@panel/ui';
import { createdColumn, type Column } from '@panel/ui/data';
import { licenseState } from '@panel/resources/license';

export const licenseColumns: readonly Column<License>[] = [
  {
    key: 'license',
    title: t('License'),
    render: ({ product_name, license_key }) => (
      <Stack gap={1}>
        <Text weight="medium">{product_name}</Text>
        <Text size="s" tone="muted" className="p-break">
          {license_key}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'customer',
    title: t('Customer'),
    render: ({ customer_email }) => <Text className="p-break">{customer_email}</Text>,
  },
  {
    key: 'state',
    title: t('State'),
    width: '132px',
    render: (license) => {
      const { label, tone } = licenseState(license);
      return <Badge tone={tone}>{label}</Badge>;
    },
  },
  {
    key: 'sites',
    title: t('Sites'),
    width: '90px',
    hideBelow: 'md',
    render: ({ sites, site_limit }) => t('{used} of {limit}', { used: sites.length, limit: site_limit }),
  },
  {
    key: 'to_date',
    title: t('Ends'),
    sortable: true,
    width: '140px',
    render: ({ to_date, autoRenewal }) => (
      <Stack gap={1}>
        <Text>{formatDate(to_date * 1000, { withTime: false })}</Text>
        {autoRenewal && (
          <Text size="s" tone="muted">
            {t('Renews')}
          </Text>
        )}
      </Stack>
    ),
  },
  createdColumn,
];
