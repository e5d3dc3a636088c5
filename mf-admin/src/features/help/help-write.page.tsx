import { useEffect, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, type PageContext } from '@panel/core';
import { useNavigate, useParams } from '@panel/core/router';
import {
  HELP_AUDIENCES,
  HELP_CATEGORIES,
  HelpCreateInput,
  HelpSaveInput,
  type HelpDraft,
} from '@panel/contract/schemas';
import { helpDraftQuery, useCreateHelp, usePublishHelp, useSaveHelp } from '@panel/resources/help';
import { Button, ButtonLink, Page, Select, Stack, TextArea, toast } from '@panel/ui';
import { Form, FormField, useForm, type FormState } from '@panel/ui/form';
import { PublishedBadge } from './help-list.page.tsx';
import { HelpPreview } from './help-preview.tsx';
import { HelpVersions } from './help-versions.tsx';

export const prefetch = ({ params: { id } }: PageContext) => id && queryClient.prefetchQuery(helpDraftQuery(id));

type Content = Pick<HelpDraft, 'title' | 'summary' | 'category' | 'audience' | 'markdown'>;

const CATEGORY = { home: t('Home'), 'application-hosting': t('Application hosting'), account: t('Account') } as const;
const AUDIENCE = { everybody: t('Everybody'), applications: t('Where applications are offered') } as const;
const CATEGORIES = HELP_CATEGORIES.map((value) => ({ value, label: CATEGORY[value] }));
const AUDIENCES = HELP_AUDIENCES.map((value) => ({ value, label: AUDIENCE[value] }));

function ContentFields<I extends Content, O>({ form }: { form: FormState<I, O> }) {
  const own = form as unknown as FormState<Content, unknown>;
  return (
    <>
      <FormField form={own} name="title" label={t('Title')} required />
      <FormField
        form={own}
        name="summary"
        label={t('Summary')}
        help={t('One sentence, shown in lists and searches.')}
      />
      <FormField form={own} name="category" label={t('Category')}>
        {({ value = 'home', onChange, ...input }) => (
          <Select {...input} options={CATEGORIES} value={value} onChange={(next) => next && onChange(next)} />
        )}
      </FormField>
      <FormField form={own} name="audience" label={t('Who can read it')}>
        {({ value = 'everybody', onChange, ...input }) => (
          <Select {...input} options={AUDIENCES} value={value} onChange={(next) => next && onChange(next)} />
        )}
      </FormField>
      <FormField
        form={own}
        name="markdown"
        label={t('Text')}
        required
        help={t('Markdown: ## heading, **bold**, [link](/sites), lists and tables. HTML and images are left out.')}
      >
        {(input) => <TextArea {...input} value={input.value ?? ''} rows={18} />}
      </FormField>
      <HelpPreview markdown={() => own.getValues('markdown')} />
    </>
  );
}

const EMPTY: Content & { slug: string } = {
  ...{ slug: '', title: '', summary: '', markdown: '' },
  category: 'home',
  audience: 'everybody',
};

function Create() {
  const create = useCreateHelp();
  const navigate = useNavigate();
  const [saved, setSaved] = useState<string | null>(null);
  const form = useForm({
    schema: HelpCreateInput,
    values: EMPTY,
    onSubmit: async (input) => setSaved((await create.mutateAsync(input)).id),
  });
  const { dirty } = form;
  // Once nothing counts as unsaved any more.
  useEffect(() => {
    if (saved !== null && !dirty) void navigate(`/admin/help/write/${saved}`, { replace: true });
  }, [saved, dirty, navigate]);
  return (
    <Page title={t('Write an article')} width="form">
      <Form form={form} submitLabel={t('Save draft')} call="help.create">
        <FormField
          form={form}
          name="slug"
          label={t('Address')}
          required
          help={t('The end of /help/article/…, such as opening-hours. It can’t be changed later.')}
        />
        <ContentFields form={form} />
      </Form>
    </Page>
  );
}

function Edit({ id }: { id: string }) {
  const { data } = useSuspenseQuery(helpDraftQuery(id));
  const save = useSaveHelp();
  const publish = usePublishHelp();
  const { slug, title, summary, category, audience, markdown, version, published_version: published } = data;
  const form = useForm({
    schema: HelpSaveInput,
    values: { ...{ id, title, summary, category, audience, markdown, version } },
    onSubmit: async (input) => {
      await save.mutateAsync(input);
      toast.success({ message: t('Article saved.') });
    },
  });
  return (
    <Page
      title={title}
      subtitle={t('/help/article/{slug}', { slug })}
      badge={<PublishedBadge article={data} />}
      width="form"
      actions={
        <>
          {published !== null && <ButtonLink to={`/help/article/${slug}`}>{t('See as a reader')}</ButtonLink>}
          {published !== version && (
            <Button
              kind="primary"
              call="help.publish"
              loading={publish.isPending}
              disabledReason={form.dirty ? t('Save your changes first.') : null}
              onClick={() => publish.mutate({ id, published: true })}
            >
              {t('Publish')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={5}>
        <Form
          form={form}
          submitLabel={t('Save')}
          call="help.save"
          submitDisabledReason={form.dirty ? null : t('Change something first.')}
        >
          <ContentFields form={form} />
        </Form>
        <HelpVersions draft={data} locked={form.dirty} />
      </Stack>
    </Page>
  );
}

/** /admin/help/write/{id}: an article of the partner, and a new one without an id. */
export function Component() {
  const { id } = useParams();
  return id === undefined ? <Create /> : <Edit key={id} id={id} />;
}
