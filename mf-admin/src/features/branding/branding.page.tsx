import { useRef } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t } from '@panel/core';
import { Button, ButtonLink, Card, Page, SegmentedControl, Stack } from '@panel/ui';
import { Form, FormField, useForm } from '@panel/ui/form';
import { brandingQuery, useSaveBranding } from '@panel/resources/partner';
import { SaveFailure } from '../version/save-failure.tsx';
import { VersionList } from '../version/version-list.tsx';
import { BrandFields } from './brand-fields.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { BrandForm, fieldsOf, inputOf, valuesOf } from './branding.form.ts';
import { useView, VIEWS } from './use-view.ts';
import './branding.css';

export const prefetch = () => queryClient.prefetchQuery(brandingQuery);

/** /admin/branding: how the panel looks to this partner's customers, previewed on real pages before it is saved. */
export function Component() {
  const { data } = useSuspenseQuery(brandingQuery);
  const save = useSaveBranding();
  const page = useRef<HTMLDivElement>(null);
  const [view, setView] = useView(page);
  const form = useForm({
    schema: BrandForm,
    values: valuesOf(data),
    fieldsOf,
    onSubmit: async () => {
      await save.mutateAsync(inputOf(form.getValues(), data));
    },
  });
  const discard = () => form.reset(valuesOf(data));
  const clean = form.dirty ? null : t('Nothing was changed.');
  return (
    <Page
      title={t('Branding')}
      subtitle={t(
        'Your name, colors and images, as your customers see them. The preview updates as you type; customers see changes when you save.',
      )}
      actions={
        <>
          <ButtonLink to="/admin/branding/email">{t('Email sender')}</ButtonLink>
          <ButtonLink to="/admin/branding/texts">{t('Texts')}</ButtonLink>
        </>
      }
    >
      <Stack gap={5}>
        <div ref={page} className="brand-page" data-view={view}>
          <div className="brand-views">
            <SegmentedControl label={t('View')} segments={VIEWS} value={view} onChange={setView} />
          </div>
          <Form form={form} className="p-stack p-gap-4" aria-label={t('Branding')} failure={null}>
            <BrandFields form={form} />
            <Card>
              <Stack gap={4}>
                <SaveFailure
                  error={form.failure}
                  onDiscard={discard}
                  conflict={(message) =>
                    t(
                      '{message} What you entered is still here. Save again to replace the other change, which stays in the list of versions.',
                      { message },
                    )
                  }
                />
                <div className="brand-save">
                  <FormField form={form} name="note" label={t('Version note')} optional maxLength={200} />
                  <Button onClick={discard} disabledReason={clean}>
                    {t('Discard')}
                  </Button>
                  <Button
                    kind="primary"
                    type="submit"
                    loading={form.busy}
                    disabledReason={clean}
                    call="partnerAdmin.saveBranding"
                  >
                    {t('Save')}
                  </Button>
                </div>
              </Stack>
            </Card>
          </Form>
          <BrandPreview values={form.watch()} />
        </div>
        <VersionList
          kind="branding"
          live={data.version}
          blocked={form.dirty ? t('Save or discard your changes first.') : null}
        />
      </Stack>
    </Page>
  );
}
