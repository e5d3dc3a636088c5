import { useState } from 'react';
import { t } from '@panel/core';
import { useLocation, useNavigate } from '@panel/core/router';
import { Banner, Button, ButtonLink, Card, Field, Page, Stack, TextInput } from '@panel/ui';
import { fleetPaths, usePreviewFleet } from '@panel/resources/fleet';
import { ChangeFields, changeOf, EMPTY_CHANGE, type ChangeDraft } from './fleet-change.fields.tsx';
import { FleetPreviewCards } from './fleet-preview.tsx';

/** /fleet/new and /admin/fleet/new: chooses a change and its sites, and says what will happen before anything does. */
export function Component() {
  const paths = fleetPaths(useLocation().pathname);
  const navigate = useNavigate();
  const [draft, setDraft] = useState(EMPTY_CHANGE);
  const [keyword, setKeyword] = useState('');
  const preview = usePreviewFleet();
  const change = changeOf(draft);
  // What is shown is what was asked for: another change or filter has another preview.
  const edit = (next: { draft?: ChangeDraft; keyword?: string }) => {
    if (next.draft) setDraft(next.draft);
    if (next.keyword !== undefined) setKeyword(next.keyword);
    preview.reset();
  };
  const { data, variables } = preview;
  return (
    <Page title={t('New change')} width="form">
      <Card title={t('Details')}>
        <ChangeFields draft={draft} onChange={(next) => edit({ draft: next })} />
      </Card>
      <Card title={t('Sites')}>
        <Stack gap={3}>
          <Field label={paths.list === '/fleet' ? t('Search by address') : t('Search by address or customer')}>
            <TextInput type="search" value={keyword} onChange={(next) => edit({ keyword: next })} />
          </Field>
          {preview.isError && (
            <Banner kind="danger" live>
              {preview.error.message}
            </Banner>
          )}
        </Stack>
      </Card>
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={paths.list}>
          {t('Back')}
        </ButtonLink>
        <Button
          kind={data ? 'default' : 'primary'}
          loading={preview.isPending}
          disabledReason={change ? null : t('Choose a version first.')}
          onClick={() => change && preview.mutate({ change, filter: keyword ? { keyword } : {} })}
        >
          {t('Preview')}
        </Button>
      </div>
      {data && variables && (
        <FleetPreviewCards
          preview={data}
          change={variables.change}
          onStarted={(id) => void navigate(paths.plan(id), { replace: true })}
        />
      )}
    </Page>
  );
}
