import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LICENSE_PRODUCTS, type LicenseProduct } from '@panel/contract/schemas';
import { t, type License, type PricedProduct } from '@panel/core';
import { Banner, Button, ErrorState, formatDate, RadioGroup, SidePanel, Skeleton, Stack } from '@panel/ui';
import {
  changeableTo,
  changeSentence,
  isNotOffered,
  ownLicensesQuery,
  paidLabel,
  pricesQuery,
  prorationQuery,
  useChangePlan,
} from '@panel/resources/payment';
import { PlanDifference, ProrationLines } from './plan-difference.tsx';

type Props = { product: LicenseProduct; onClose: () => void };

/** Which license changes, what differs, what it costs now and later; then the change. */
export function ChangePlanDialog({ product, onClose }: Props) {
  const { project } = LICENSE_PRODUCTS[product];
  const licenses = useQuery(ownLicensesQuery(project));
  const prices = useQuery(pricesQuery(project));
  const target = prices.data?.find(({ product_type: id }) => id === product);
  const choices = target ? changeableTo(licenses.data ?? [], target) : [];
  const failed = [licenses, prices].find(({ error }) => error);
  const [picked, setPicked] = useState<string | null>(null);
  const license = choices.find(({ id }) => id === picked) ?? (choices.length === 1 ? choices[0] : undefined);
  return license && target ? (
    <Change key={license.id} license={license} product={target} onClose={onClose} />
  ) : (
    <SidePanel
      open
      title={t('Change plan')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Cancel')}</Button>}
    >
      {failed ? (
        <ErrorState error={failed.error} level={3} onRetry={() => void failed.refetch()} />
      ) : licenses.data === undefined || prices.data === undefined ? (
        <Skeleton kind="text" rows={4} label={t('Loading your licenses')} />
      ) : choices.length === 0 ? (
        <Banner kind="info">{t('None of your licenses can change to this plan.')}</Banner>
      ) : (
        <RadioGroup
          legend={t('Which license changes?')}
          value={picked}
          onChange={setPicked}
          options={choices.map((one) => ({
            value: one.id,
            label: `${one.product_name}, ${paidLabel(one)}`,
            help: one.sites.map(({ fqdn }) => fqdn).join(', ') || t('Not in use'),
          }))}
        />
      )}
    </SidePanel>
  );
}

type ChangeProps = { license: License; product: PricedProduct; onClose: () => void };

function Change({ license, product: { product_type: product, product_name: name }, onClose }: ChangeProps) {
  const preview = useQuery(prorationQuery(license.id, product));
  const change = useChangePlan(onClose);
  const { data } = preview;
  // One key for each preview: a second click, or a retry after the network failed, is the same change.
  const key = `upgrade-${license.id}-${product}-${data?.proration_date ?? ''}`;
  return (
    <SidePanel
      open
      title={t('Change to {name}', { name })}
      onClose={onClose}
      busy={change.isPending}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            kind="primary"
            loading={change.isPending}
            disabledReason={data ? null : t('The price is not known yet.')}
            onClick={() => data && change.mutate({ preview: data, key })}
          >
            {t('Change plan')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {change.error && (
          <Banner kind="danger" live>
            {change.error.message}
          </Banner>
        )}
        <PlanDifference license={license} product={product} />
        {preview.error ? (
          <ErrorState
            error={preview.error}
            level={3}
            retrying={preview.isFetching}
            onRetry={isNotOffered(preview.error) ? undefined : () => void preview.refetch()}
          />
        ) : data === undefined ? (
          <Skeleton kind="text" rows={3} label={t('Calculating what it costs')} />
        ) : (
          <>
            <ProrationLines preview={data} />
            <Banner kind="info">{changeSentence(data, (at) => formatDate(at, { withTime: false }))}</Banner>
          </>
        )}
      </Stack>
    </SidePanel>
  );
}
