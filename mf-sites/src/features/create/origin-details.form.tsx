import { usePartner, t } from '@panel/core';
import { Button, Card } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { NameField, useNameCheck } from '@panel/workload/name';
import { NameFailure } from './name-failure.tsx';
import { missingOrigin, SiteAddress, type Wizard } from './site-draft.ts';
import { useNameStep } from './use-name-step.ts';

/** The first step of a site that brings its title and users along. */
export function OriginDetailsForm({ wizard }: { wizard: Wizard }) {
  const { sitesDomain } = usePartner();
  const { draft, update, fqdn } = wizard;
  const proceed = useNameStep(fqdn);
  const form = useForm({
    schema: SiteAddress,
    values: { name: draft.name },
    keep: update,
    onSubmit: () => proceed((message) => form.setError('name', { message })),
  });
  const nameField = useFormField(form, 'name');
  const check = useNameCheck(draft.name, fqdn);
  return (
    <Form form={form} failure={<NameFailure error={form.failure} />}>
      <Card title={t('Site')}>
        <NameField {...nameField} label={t('Site Domain Name')} suffix={`.${sitesDomain}`} check={check} />
      </Card>
      <div className="p-form-foot">
        <Button
          kind="primary"
          type="submit"
          iconEnd="arrow-right"
          loading={form.busy}
          disabledReason={missingOrigin(draft, wizard)}
        >
          {t('Continue')}
        </Button>
      </div>
    </Form>
  );
}
