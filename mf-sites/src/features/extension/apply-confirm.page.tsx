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
  const chosen = sites.filter(({ site_id, reason }) => reason === null && draft.sites.includes(site_id));
  if (chosen.length === 0) return <Navigate to={paths.select(id)} replace />;
  const { slug, name, version } = extension;
  const submit = () =>
    start.mutate({
      slugs: [slug],
      version,
      action: 'install',
      activate: draft.activate,
      ...wavesInput(order, chosen.length),
      site_ids: chosen.map(({ site_id }) => site_id),
    });
  return (
    <ApplyPage kind={kind} id={id} step="confirm" title={`Install ${name} ${version}`} subtitle="Review, then install.">
      {start.isError && (
        <Banner kind="danger" live>
          {start.error.message}
        </Banner>
      )}
      <Card title={chosen.length === 1 ? '1 site' : `${chosen.length} sites`}>
        <ul className="p-list">
          {chosen.map(({ site_id, fqdn, installed_version }) => (
            <li key={site_id}>
              {fqdn}
              {installed_version === version &&
                (draft.activate
                  ? ': is installed already and is activated'
                  : ': is installed already and stays inactive')}
              {installed_version && installed_version !== version && `: ${installed_version} is replaced by ${version}`}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="What happens now">
        <Stack gap={3}>
          <ul className="p-list">
            <li>We request each site before and afterwards. Where it stops answering, the change is undone.</li>
          </ul>
          <WavesChoiceField sites={chosen} value={order} onChange={setOrder} />
          <Checkbox
            label="Activate after installation"
            help={
              kind === 'theme'
                ? 'It replaces the active theme of each site.'
                : 'Sites on which it is active already keep it active.'
            }
            checked={draft.activate}
            onChange={(activate) => update({ activate })}
          />
        </Stack>
      </Card>
      <div className="p-form-foot">
        <ButtonLink icon="arrow-left" to={paths.select(id)}>
          Back
        </ButtonLink>
        <Button kind="primary" onClick={submit} loading={start.isPending}>
          Install
        </Button>
      </div>
    </ApplyPage>
  );
}
