import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type ExtensionKind, type ExtensionRun } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Page, Text } from '@panel/ui';
import {
  ACTION_LABELS,
  extensionPaths,
  runQuery,
  runSubject,
  useDecidePlan,
  useFreshAfterRun,
} from '@panel/resources/extension';
import { overviewPath } from '@panel/resources/site';
import { ApplyPage } from './apply.page.tsx';
import { PlanDecisionCard } from './plan-decision.tsx';
import { RunSites } from './run-sites.tsx';
import { useKind } from './use-kind.ts';

/** /plugins/apply-done?run=: progress and result per site. The address holds everything, so it can be left and reopened. */
export function Component() {
  const kind = useKind();
  const [search] = useSearchParams();
  const run = search.get('run');
  return run ? <Done kind={kind} id={run} /> : <Navigate to={extensionPaths(kind).library} replace />;
}

function Done({ kind, id }: { kind: ExtensionKind; id: string }) {
  const { data: run } = useSuspenseQuery(runQuery(id));
  useFreshAfterRun(kind, run);
  const decide = useDecidePlan(run);
  const { doing, done } = ACTION_LABELS[run.action];
  const title = `${run.ended ? done : doing} ${runSubject(run)}`;
  const body = (
    <>
      <Result run={run} />
      <PlanDecisionCard run={run} decide={decide} />
      <RunSites run={run} decide={decide} linkOf={overviewPath} />
      {!run.ended && (
        <Text as="p" tone="muted">
          {isPaused(run)
            ? t('You can leave this page and decide later.')
            : t('You can leave this page. We’ll keep working and notify you when all sites are done.')}
        </Text>
      )}
      <div className="p-form-foot">
        <ButtonLink to={extensionPaths(kind).installed}>
          {t('Installed {kind, select, plugin {plugins} other {themes}}', { kind })}
        </ButtonLink>
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

/** What was done, on how many sites. */
const DONE: Record<ExtensionRun['action'], (count: number) => string> = {
  install: (count) => t('Installed on {count, plural, one {# site} other {# sites}}.', { count }),
  activate: (count) => t('Activated on {count, plural, one {# site} other {# sites}}.', { count }),
  deactivate: (count) => t('Deactivated on {count, plural, one {# site} other {# sites}}.', { count }),
  delete: (count) => t('Deleted from {count, plural, one {# site} other {# sites}}.', { count }),
  update: (count) => t('Updated on {count, plural, one {# site} other {# sites}}.', { count }),
};

const isPaused = ({ state }: ExtensionRun): boolean => state === 'review' || state === 'halted';

function Result({ run: { action, ended, sites } }: { run: ExtensionRun }) {
  if (!ended) return null;
  const bad = sites.filter(({ status }) => status !== 'succeeded').length;
  if (bad === 0)
    return (
      <Banner kind="success" live>
        {DONE[action](sites.length)}
      </Banner>
    );
  return (
    <Banner
      kind="warning"
      live
      title={t('{done} of {count, plural, one {# sites} other {# sites}} are done', {
        done: sites.length - bad,
        count: sites.length,
      })}
    >
      {action === 'delete'
        ? t('The reasons are below. What was deleted before a failure stays deleted.')
        : t('The reasons are below. A site whose change failed is as it was before.')}
    </Banner>
  );
}
