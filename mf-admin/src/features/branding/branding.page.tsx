import { useRef, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, queryClient } from '@panel/core';
import { Banner, Button, Card, Page, SegmentedControl, Stack } from '@panel/ui';
import { FormField, useResourceForm, type ResourceFormState } from '@panel/ui/data';
import { brandingQuery, useSaveBranding } from '@panel/resources/partner';
import { VersionList } from '../version/version-list.tsx';
import { BrandFields } from './brand-fields.tsx';
import { BrandPreview } from './brand-preview.tsx';
import { BrandForm, inputOf, valuesOf } from './branding.form.ts';
import { useView, VIEWS } from './use-view.ts';
import './branding.css';

export const prefetch = () => queryClient.prefetchQuery(brandingQuery);

/** Somebody else was faster: nothing is lost, and it is this person's choice what counts. */
function Conflict({ message, onDiscard }: { message: string; onDiscard: () => void }) {
  return (
    <Banner
      kind="warning"
      live
      title="Someone else saved first"
      action={
        <Button size="s" onClick={onDiscard}>
          Discard mine
        </Button>
      }
    >
      {message.replace(/ Reload.*$/, '')} What you entered is still here. Save again to replace the other change, which
      stays in the list of versions.
    </Banner>
  );
}

function Failure({ error, form }: { error: unknown; form: ResourceFormState<typeof BrandForm> }) {
  if (!(error instanceof Error) || (error instanceof ApiError && error.handled)) return null;
  if (error instanceof ApiError && error.code === 'CONFLICT')
    return <Conflict message={error.message} onDiscard={form.reset} />;
  return (
    <Banner kind="danger" live title="Nothing was saved">
      {error.message}
    </Banner>
  );
}

/** /admin/branding: how the panel looks to this partner's customers, tried out on real pages before it is saved. */
export function Component() {
  const { data } = useSuspenseQuery(brandingQuery);
  const save = useSaveBranding();
  const [refused, setRefused] = useState<readonly string[]>([]);
  const page = useRef<HTMLDivElement>(null);
  const [view, setView] = useView(page);
  const form = useResourceForm({
    schema: BrandForm,
    initial: valuesOf(data),
    onSubmit: async () => {
      setRefused([]);
      await save.mutateAsync(inputOf(form.values, data)).catch((error: unknown) => {
        // Paths of the call that no field here has, e.g. a picture that was removed meanwhile.
        if (error instanceof ApiError) setRefused(Object.values(error.fields));
        throw error;
      });
    },
  });
  const clean = form.dirty ? null : 'Nothing was changed.';
  return (
    <Page
      title="Branding"
      subtitle="Your name, colours and images, as your customers see them. The preview updates as you type; customers see changes when you save."
    >
      <Stack gap={5}>
        <div ref={page} className="brand-page" data-view={view}>
          <div className="brand-views">
            <SegmentedControl label="View" segments={VIEWS} value={view} onChange={setView} />
          </div>
          <form
            ref={form.formRef}
            className="p-stack p-gap-5"
            aria-label="Branding"
            noValidate
            aria-busy={form.busy || undefined}
            onSubmit={form.submit}
          >
            <BrandFields form={form} />
            <Card title="Save">
              <Stack gap={4}>
                <Failure error={form.failure} form={form} />
                {refused.length > 0 && (
                  <Banner kind="danger" live>
                    {refused.join(' ')}
                  </Banner>
                )}
                <div className="brand-save">
                  <FormField form={form} name="note" label="Version note" optional maxLength={200} />
                  <Button onClick={form.reset} disabledReason={clean}>
                    Discard
                  </Button>
                  <Button kind="primary" type="submit" loading={form.busy} disabledReason={clean}>
                    Save
                  </Button>
                </div>
              </Stack>
            </Card>
          </form>
          <BrandPreview values={form.values} />
        </div>
        <VersionList
          kind="branding"
          live={data.version}
          blocked={form.dirty ? 'Save or discard your changes first.' : null}
        />
      </Stack>
    </Page>
  );
}
