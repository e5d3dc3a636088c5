import { t, Trans } from '@panel/core';
import * as v from 'valibot';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@panel/core/router';
import { Button, Link, RadioGroup, Text } from '@panel/ui';
import { Form, useForm, useFormField } from '@panel/ui/form';
import { siteSummaryQuery } from '@panel/resources/site';
import { QuotaCard } from '../site/quota-card.tsx';
import { staticPath, staticSources, useStaticDraft } from './static-draft.ts';
import { StaticWizard } from './static-wizard.page.tsx';

const Choice = v.object({
  source: v.picklist(['site_builder', 'github', 'ftp_migration', 'ftp'], t('Choose where the files come from.')),
});

/** /create-site: where the files of the new site come from. */
export function Component() {
  const { draft, update } = useStaticDraft();
  const navigate = useNavigate();
  const form = useForm({
    schema: Choice,
    values: { source: draft.source || 'site_builder' },
    keep: update,
    onSubmit: async (chosen) => {
      update(chosen);
      await navigate(staticPath('name', chosen));
    },
  });
  const source = useFormField(form, 'source');
  const { data: summary } = useQuery(siteSummaryQuery);
  const options = staticSources({ hasSftp: summary?.sftp_available ?? true });
  return (
    <StaticWizard
      step="source"
      title={t('Create a site')}
      subtitle={t('Choose where the pages of your site come from.')}
    >
      <QuotaCard />
      <Form form={form}>
        <RadioGroup {...source} cards legend={t('Source')} hideLegend options={options} />
        <Text as="p" size="s" tone="muted">
          <Trans
            id="For pages of HTML, styles and scripts. For WordPress, <0>create a WordPress site</0>. See the <1>plans of the site builder</1>."
            parts={[
              (piece) => <Link to="/create-site-with-wordpress">{piece}</Link>,
              (piece) => <Link to="/site-builder-plans">{piece}</Link>,
            ]}
          />
        </Text>
        <div className="p-form-foot">
          <Button kind="primary" type="submit" iconEnd="arrow-right">
            {t('Continue')}
          </Button>
        </div>
      </Form>
    </StaticWizard>
  );
}
