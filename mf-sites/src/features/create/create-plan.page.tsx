import type { FormEvent } from 'react';
import { useNavigate } from '@panel/core/router';
import { Button, ButtonLink, RadioGroup, Text } from '@panel/ui';
import { PlanCard } from './plan-card.tsx';
import { FREE_PLAN, stepPath, useSiteDraft } from './site-draft.ts';
import { WizardPage } from './wizard.page.tsx';

/** /create-site-with-wordpress/select-a-plan: the plans that can be had now, and no other. */
export function Component() {
  const { draft, update, fqdn } = useSiteDraft();
  const navigate = useNavigate();
  const plan = draft.plan || FREE_PLAN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update({ plan });
    void navigate(stepPath('confirm'));
  };
  const free = (
    <PlanCard
      title="Free"
      price="Free of charge"
      description="A complete WordPress site on a subdomain."
      features={[
        fqdn,
        'All WordPress themes and plugins',
        'Password protection for the whole site',
        'Page views, requests and data usage by day',
      ]}
    />
  );
  return (
    <WizardPage step="plan" title="Select a plan" subtitle="Choose what your site runs on.">
      <form className="p-form" onSubmit={submit}>
        <RadioGroup
          cards
          legend="Plan"
          hideLegend
          options={[{ value: FREE_PLAN, label: free }]}
          value={plan}
          onChange={(next) => update({ plan: next })}
        />
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
      </form>
    </WizardPage>
  );
}
