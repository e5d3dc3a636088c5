import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { t, type License } from '@panel/core';
import { ConfirmDialog, RadioGroup, Stack, Text } from '@panel/ui';
import { BULK_LABELS, bulkCount, useStartLicenses, type LicenseChange } from '@panel/resources/bulk';
import { availableAppLicensesQuery, availableLicensesQuery } from '@panel/resources/license';
import type { BulkDraft } from '../bulk/index.ts';
import { BuyLicense, ToolData } from '../parts/index.ts';

type Props = { draft: BulkDraft; onStarted: (id: string) => void; onClose: () => void };

/** The free licenses of each product: its name, its plan and how many places are left. */
function byProduct(licenses: readonly License[]) {
  const found = new Map<string, { product: License['product_identifier']; name: string; plan: string; free: number }>();
  for (const { product_identifier: product, product_name: name, plan_type: plan, site_limit, sites } of licenses) {
    const free = (found.get(product)?.free ?? 0) + site_limit - sites.length;
    found.set(product, { product, name, plan, free });
  }
  return [...found.values()];
}

const helpOf = (subject: BulkDraft['subject'], plan: string, free: number): string =>
  subject === 'site'
    ? t('The {plan} plan, for {free, plural, one {# more site} other {# more sites}}', { plan, free })
    : t('The {plan} plan, for {free, plural, one {# more application} other {# more applications}}', { plan, free });

/** Asks which of the account's licenses many sites or applications get. */
export function BulkLicenseDialog({ draft: { subject, action, selection, count }, onStarted, onClose }: Props) {
  const licenses = useQuery(subject === 'site' ? availableLicensesQuery : availableAppLicensesQuery);
  const [product, setProduct] = useState<string | null>(null);
  const start = useStartLicenses(onStarted);
  const offered = byProduct(licenses.data ?? []);
  const chosen = offered.find((each) => each.product === product);
  return (
    <ConfirmDialog
      title={t('{action}: {count}', { action: BULK_LABELS[action], count: bulkCount(subject, count) })}
      confirmLabel={BULK_LABELS[action]}
      busy={start.isPending}
      error={start.error}
      disabledReason={chosen ? null : t('Choose a license first.')}
      onConfirm={() => chosen && start.mutate({ subject, selection, product: chosen.product } as LicenseChange)}
      onClose={onClose}
    >
      <ToolData result={licenses} reason={undefined} what={t('your licenses')}>
        {() =>
          offered.length === 0 ? (
            <Stack gap={3}>
              <Text as="p">{t('There are no licenses to assign.')}</Text>
              <BuyLicense project={subject} />
            </Stack>
          ) : (
            <Stack gap={3}>
              <RadioGroup
                legend={t('License')}
                options={offered.map(({ product: value, name: label, plan, free }) => ({
                  ...{ value, label, help: helpOf(subject, plan, free) },
                }))}
                value={product}
                onChange={setProduct}
              />
              {chosen && chosen.free < count && (
                <Text as="p">{t('When no license is left, the rest keep their plan. You see which ones.')}</Text>
              )}
              <Text as="p">{t('The licenses that they had are free again.')}</Text>
            </Stack>
          )
        }
      </ToolData>
    </ConfirmDialog>
  );
}
