import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as v from 'valibot';
import type { LicenseProduct, PriceInterval } from '@panel/contract';
import { DEFAULT_INTERVAL } from '@panel/contract/schemas';
import { t, type License } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Banner, Button, ButtonLink, formatDate, RadioGroup, Skeleton, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { availableLicensesQuery, licenseHelp, licenseLabel } from '@panel/resources/license';
import { checkoutPath, isSold, pricesQuery, type Creation } from '@panel/resources/payment';
import { FREE_PLAN_LABEL } from '@panel/resources/plan';
import { PlanCard, type PlanCardProps } from '@panel/ui/data';
import { PickProduct } from '../domain/pick-product.tsx';
import { FREE_PLAN } from './site-draft.ts';

const PlanChoice = v.object({ plan: v.pipe(v.string(), v.nonEmpty()) });
type Chosen = v.InferOutput<typeof PlanChoice>;

type Props = {
  fqdn: string;
  /** `free`, the key of a license, or nothing yet. */
  plan: string;
  /** The wizard that goes on after a payment. */
  create: Creation;
  /** What the free plan is for this kind of site. */
  label?: Omit<PlanCardProps, 'popular'>;
  keep: (chosen: Chosen) => void;
  back: string;
  submitLabel?: string;
  onChosen: (chosen: Chosen) => unknown;
};

/** A license that was bought and is used by nothing: most likely for the site that is being created. */
const isUnused = ({ subscription, sites }: License): boolean => subscription !== null && sites.length === 0;

/** The plan of a new site: the free one, a license that has a site left, or one to buy. */
export function PlanForm(props: Props) {
  const licenses = useQuery(availableLicensesQuery);
  // Without the answer, the free plan can still be chosen.
  if (licenses.isPending) return <Skeleton kind="text" rows={4} label={t('Loading your licenses')} />;
  return <Choice {...props} licenses={licenses.data ?? []} />;
}

function Choice({ licenses, ...props }: Props & { licenses: readonly License[] }) {
  const { fqdn, plan, create, label = FREE_PLAN_LABEL, keep, back, submitLabel = t('Continue'), onChosen } = props;
  const navigate = useNavigate();
  const prices = useQuery(pricesQuery('site'));
  const [product, setProduct] = useState<LicenseProduct | null>(null);
  const [interval, setInterval] = useState<PriceInterval>(DEFAULT_INTERVAL);
  const unused = licenses.find(isUnused);
  const known = plan === FREE_PLAN || licenses.some(({ license_key }) => license_key === plan);
  const form = useForm({
    schema: PlanChoice,
    values: { plan: known ? plan : (unused?.license_key ?? FREE_PLAN) },
    onSubmit: async (chosen) => {
      if (product) return navigate(checkoutPath({ product, interval, create }));
      keep(chosen);
      return onChosen(chosen);
    },
  });
  const { value, onChange, ...field } = useFormField(form, 'plan');
  const sold = (prices.data ?? []).filter(isSold);
  const free = <PlanCard {...label} features={[fqdn, ...label.features]} />;
  return (
    <Form form={form}>
      {unused && (
        <Banner kind="info" title={t('You have a license that is paid and not in use')}>
          {t('It is selected for this site. Nothing is charged again.')}
        </Banner>
      )}
      <RadioGroup
        {...field}
        cards
        legend={t('Plan')}
        value={product ? null : value}
        onChange={(chosen: string) => {
          onChange(chosen);
          setProduct(null);
        }}
        options={[
          { value: FREE_PLAN, label: free },
          ...licenses.map((license) => ({
            value: license.license_key,
            label: licenseLabel(license, (at) => formatDate(at, { withTime: false })),
            help: licenseHelp(license),
          })),
        ]}
      />
      {sold.length > 0 ? (
        <PickProduct
          products={sold}
          interval={interval}
          onInterval={setInterval}
          value={product}
          onChange={setProduct}
        />
      ) : (
        licenses.length === 0 &&
        !prices.isPending && (
          <Text as="p" size="s" tone="muted">
            {t('Only the free plan is available at the moment. You don’t need a card.')}
          </Text>
        )
      )}
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={back}>
          {t('Back')}
        </ButtonLink>
        <Button kind="primary" type="submit" iconEnd="arrow-right" loading={form.busy}>
          {product ? t('Go to checkout') : submitLabel}
        </Button>
      </div>
    </Form>
  );
}
