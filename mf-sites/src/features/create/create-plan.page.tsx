import * as v from 'valibot';
import { useNavigate } from '@panel/core/router';
import { Button, ButtonLink, RadioGroup, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { FREE_PLAN_LABEL } from '@panel/resources/plan';
import { PlanCard } from './plan-card.tsx';
import { FREE_PLAN, stepPath, useSiteDraft } from './site-draft.ts';
import { WizardPage } from './wizard.page.tsx';

const PlanChoice = v.object({ plan: v.literal(FREE_PLAN) });

/** /create-site-with-wordpress/select-a-plan: only plans that are available now. */
export function Component() {
  const { draft, update, fqdn } = useSiteDraft();
  const navigate = useNavigate();
  const form = useForm({
    schema: PlanChoice,
    values: { plan: draft.plan || FREE_PLAN },
    keep: update,
    onSubmit: async (chosen) => {
      update(chosen);
      await navigate(stepPath('confirm'));
    },
  });
  const plan = useFormField(form, 'plan');
  const free = <PlanCard {...FREE_PLAN_LABEL} features={[fqdn, ...FREE_PLAN_LABEL.features]} />;
  return (
    <WizardPage step="plan" title="Select a plan" subtitle="Choose what your site runs on.">
      <Form form={form}>
        <RadioGroup {...plan} cards legend="Plan" hideLegend options={[{ value: FREE_PLAN, label: free }]} />
        <Text as="p" size="s" tone="muted">
          Only the free plan is available at the moment. You don’t need a card.
        </Text>
        <div className="p-form-foot">
          <ButtonLink icon="arrow-left" to={stepPath('details')}>
            Back
          </ButtonLink>
          <Button kind="primary" type="submit" iconEnd="arrow-right">
            Continue
          </Button>
        </div>
      </Form>
    </WizardPage>
  );
}
