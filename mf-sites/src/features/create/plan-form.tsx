import * as v from 'valibot';
import { Button, ButtonLink, RadioGroup, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { FREE_PLAN_LABEL } from '@panel/resources/plan';
import { PlanCard, type PlanCardProps } from '@panel/ui/data';
import { FREE_PLAN } from './site-draft.ts';

const PlanChoice = v.object({ plan: v.literal(FREE_PLAN) });
type Chosen = v.InferOutput<typeof PlanChoice>;

type Props = {
  fqdn: string;
  plan: '' | Chosen['plan'];
  /** What the free plan is for this kind of site. */
  label?: Omit<PlanCardProps, 'popular'>;
  keep: (chosen: Chosen) => void;
  back: string;
  submitLabel?: string;
  onChosen: () => unknown;
};

/** The plan of a new site: only plans that are available now. */
export function PlanForm({
  fqdn,
  plan,
  label = FREE_PLAN_LABEL,
  keep,
  back,
  submitLabel = 'Continue',
  onChosen,
}: Props) {
  const form = useForm({
    schema: PlanChoice,
    values: { plan: plan || FREE_PLAN },
    keep,
    onSubmit: async (chosen) => {
      keep(chosen);
      await onChosen();
    },
  });
  const field = useFormField(form, 'plan');
  const free = <PlanCard {...label} features={[fqdn, ...label.features]} />;
  return (
    <Form form={form}>
      <RadioGroup {...field} cards legend="Plan" hideLegend options={[{ value: FREE_PLAN, label: free }]} />
      <Text as="p" size="s" tone="muted">
        Only the free plan is available at the moment. You don’t need a card.
      </Text>
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={back}>
          Back
        </ButtonLink>
        <Button kind="primary" type="submit" iconEnd="arrow-right" loading={form.busy}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}
