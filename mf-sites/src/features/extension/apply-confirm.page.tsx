import { t } from '@panel/core';
import { useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ExtensionKind } from '@panel/core';
import { Navigate, useNavigate } from '@panel/core/router';
import { Banner, Button, ButtonLink, Card, Checkbox, Stack } from '@panel/ui';
import { availableSitesQuery, extensionPaths, extensionQuery, useChangeExtensions } from '@panel/resources/extension';
import { useApplyDraft } from './apply-draft.ts';
import { ApplyPage } from './apply.page.tsx';
import { useKind } from './use-kind.ts';
import { IN_WAVES, wavesInput, WavesChoiceField } from './waves-choice.tsx';

/** /plugins/apply-confirm?id=: says what will happen, before anything does. */
export function Component() {
  const kind = useKind();
  const { id, draft } = useApplyDraft();
  if (!id) return <Navigate to={extensionPaths(kind).library} replace />;
  if (draft.sites.length === 0) return <Navigate to={extensionPaths(kind).select(id)} replace />;
  return <Confirm kind={kind} />;
}

function Confirm({ kind }: { kind: ExtensionKind }) {
  const { id, draft, update } = useApplyDraft();
  const { data: extension } = useSuspenseQuery(extensionQuery(kind, id));
  const { data: sites } = useSuspenseQuery(availableSitesQuery(kind, extension));
  const navigate = useNavigate();
  const [order, setOrder] = useState(IN_WAVES);
  const paths = extensionPaths(kind);
  const start = useChangeExtensions(kind, (run) => void navigate(paths.done(run), { replace: true }));
  // Sites that are being changed can't be selected any more, and the page is still here until the next one has loaded.
  const sent = start.isPending || start.isSuccess ? start.variables.site_ids : null;
  const chosen = sites.filter(({ site_id, reason }) =>
    sent ? sent.includes(site_id) : reason === null && draft.sites.includes(site_id),
  );
  if (chosen.length === 0) return <Navigate to={paths.select(id)} replace />;
  const { slug, name, version } = extension;
  const action = 'install';
  const submit = () =>
    start.mutate({
      slugs: [slug],
      version,
      action,
      activate: draft.activate,
      ...wavesInput(order, chosen.length),
      site_ids: chosen.map(({ site_id }) => site_id),
    });
  return (
    <ApplyPage
      kind={kind}
      id={id}
      step="confirm"
      title={t('Install {name} {version}', { name, version })}
      subtitle={t('Review, then install.')}
    >
      {start.isError && (
        <Banner kind="danger" live>
          {start.error.message}
        </Banner>
      )}
      <Card title={chosen.length === 1 ? t('1 site') : t('{length} sites', { length: chosen.length })}>
        <ul className="p-list">
          {chosen.map(({ site_id, fqdn, installed_version }) => (
            <li key={site_id}>
              {fqdn}
              {installed_version === version &&
                (draft.activate
                  ? t(': is installed already and is activated')
                  : t(': is installed already and stays inactive'))}
              {installed_version &&
                installed_version !== version &&
                t(': {installed_version} is replaced by {version}', { installed_version, version })}
            </li>
          ))}
        </ul>
      </Card>
      <Card title={t('What happens now')}>
        <Stack gap={3}>
          <ul className="p-list">
            <li>{t('We request each site before and afterwards. Where it stops answering, the change is undone.')}</li>
          </ul>
          <WavesChoiceField sites={chosen} value={order} onChange={setOrder} />
          <Checkbox
            label={t('Activate after installation')}
            help={
              kind === 'theme'
                ? t('It replaces the active theme of each site.')
                : t('Sites on which it is active already keep it active.')
            }
            checked={draft.activate}
            onChange={(activate) => update({ activate })}
          />
        </Stack>
      </Card>
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={paths.select(id)}>
          {t('Back')}
        </ButtonLink>
        <Button kind="primary" onClick={submit} loading={start.isPending}>
          {t('Install')}
        </Button>
      </div>
    </ApplyPage>
  );
}
