import { useQueryClient } from '@tanstack/react-query';
import { usePartner, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, ButtonLink, Card, Link, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { fqdnCheckQuery, nameRefusal } from '@panel/resources/site';
import { NameField, useNameCheck } from '@panel/workload/name';
import { NameStep, staticPath, useStaticDraft } from './static-draft.ts';
import { StaticWizard } from './static-wizard.page.tsx';

/** /create-site/site-name */
export function Component() {
  const { sitesDomain } = usePartner();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const { draft, update, fqdn } = useStaticDraft();
  const form = useForm({
    schema: NameStep,
    values: { name: draft.name },
    keep: update,
    onSubmit: async () => {
      // The name may have been taken since it was typed.
      const refusal = nameRefusal(await cache.fetchQuery(fqdnCheckQuery(fqdn)));
      if (refusal) form.setError('name', { message: refusal });
      else await navigate(staticPath('plan', draft));
    },
  });
  const field = useFormField(form, 'name');
  const check = useNameCheck(draft.name, fqdn);
  return (
    <StaticWizard step="name" title={t('Site name')} subtitle={t('Choose the address of your site.')}>
      <Form form={form}>
        <Card title={t('Address')}>
          <NameField {...field} label={t('Site Domain Name')} suffix={`.${sitesDomain}`} check={check} />
          <Text as="p" size="s" tone="muted">
            {draft.domain
              ? t('You can add {domain} once the site is published. ', { domain: draft.domain })
              : t('Do you own a domain? ')}
            <Link to="/create-site/bring-your-own-domain">
              {draft.domain ? t('Choose another domain') : t('Bring your own domain')}
            </Link>
            .
          </Text>
        </Card>
        <div className="p-form-foot">
          <ButtonLink icon="arrow-left" to={staticPath('source', draft)}>
            {t('Back')}
          </ButtonLink>
          <Button kind="primary" type="submit" iconEnd="arrow-right" loading={form.busy}>
            {t('Continue')}
          </Button>
        </div>
      </Form>
    </StaticWizard>
  );
}
