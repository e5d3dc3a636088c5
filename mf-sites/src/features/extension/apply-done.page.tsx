import { useSuspenseQuery } from '@tanstack/react-query';
import type { ExtensionKind, ExtensionRun, RunSite } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Card, Link, Page, Stack, Text } from '@panel/ui';
import { ACTION_LABELS, extensionPaths, runQuery, useFreshAfterRun } from '@panel/resources/extension';
import { overviewPath } from '@panel/resources/site';
import { ApplyPage } from './apply.page.tsx';
import { RunStatus } from './run-status.tsx';
import { useKind } from './use-kind.ts';
import './extension.css';

/** /plugins/apply-done?run=: progress and result per site. The address holds everything, so it can be left and reopened. */
export function Component() {
  const kind = useKind();
  const [search] = useSearchParams();
  const run = search.get('run');
  return run ? <Done kind={kind} id={run} /> : <Navigate to={extensionPaths(kind).library} replace />;
}

const whatOf = ({ kind, items }: ExtensionRun): string => {
  const [only] = items;
  if (items.length !== 1 || !only) return `${items.length} ${kind}s`;
  return only.version ? `${only.name} ${only.version}` : only.name;
};

function Done({ kind, id }: { kind: ExtensionKind; id: string }) {
  const { data: run } = useSuspenseQuery(runQuery(id));
  useFreshAfterRun(kind, run);
  const { doing, done } = ACTION_LABELS[run.action];
  const title = `${run.ended ? done : doing} ${whatOf(run)}`;
  const body = (
    <>
      <Result run={run} />
      <Card title="Sites">
        <ul className="extension-sites">
          {run.sites.map((site) => (
            <Row key={site.site_id} site={site} />
          ))}
        </ul>
      </Card>
      {!run.ended && (
        <Text as="p" tone="muted">
          You can leave this page. We’ll keep working and notify you when all sites are done.
        </Text>
      )}
      <div className="p-form-foot">
        <ButtonLink to={extensionPaths(kind).installed}>Installed {kind}s</ButtonLink>
      </div>
    </>
  );
  return run.action === 'install' ? (
    <ApplyPage kind={kind} step="done" complete={run.ended} title={title}>
      {body}
    </ApplyPage>
  ) : (
    <Page title={title} width="form">
      {body}
    </Page>
  );
}

function Result({ run: { action, ended, sites } }: { run: ExtensionRun }) {
  if (!ended) return null;
  const bad = sites.filter(({ status }) => status !== 'succeeded').length;
  if (bad === 0)
    return (
      <Banner kind="success" live>
        {sites.length === 1 ? 'The site is done.' : `All ${sites.length} sites are done.`}
      </Banner>
    );
  return (
    <Banner kind="warning" live title={`${sites.length - bad} of ${sites.length} sites are done`}>
      The reasons are below.{' '}
      {action === 'delete'
        ? 'What was deleted before a failure stays deleted.'
        : 'A site whose change failed is as it was before.'}
    </Banner>
  );
}

const Row = ({ site }: { site: RunSite }) => (
  <li>
    <Stack gap={1}>
      <Link to={overviewPath(site.site_id)}>{site.fqdn}</Link>
      {(site.error ?? site.step) && (
        <Text size="s" tone={site.error ? 'danger' : 'muted'}>
          {site.error ?? site.step}
        </Text>
      )}
    </Stack>
    <RunStatus site={site} />
  </li>
);
