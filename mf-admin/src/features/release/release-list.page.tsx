import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, usePanelState, t, Trans } from '@panel/core';
import { Badge, Banner, Button, Page, RelativeTime, Tabs, toast } from '@panel/ui';
import { approvalsQuery } from '@panel/resources/approval';
import { isProblem, judge, runningQuery } from '@panel/resources/release';
import { ApprovalTab } from './approval-tab.tsx';
import { ChangeTab } from './change-tab.tsx';
import { RELEASE_PANELS } from './release.actions.ts';
import { ReleasePanels } from './release-panels.tsx';
import { ReleaseTab } from './release-tab.tsx';
import { RunningTab } from './running-tab.tsx';
import { useReleaseView } from './use-release-view.ts';
import './release.css';

/** Long enough to read the server's message anywhere in the list. */
const DONE_MS = 12_000;
const tellDone = (message: string) => toast.success({ message, duration: DONE_MS });

export const prefetch = () => queryClient.prefetchQuery(runningQuery);

/** /admin/releases: what every partner runs, all releases, and the log of changes. For the platform's operator. */
export function Component() {
  const { data, isRefetchError, error, dataUpdatedAt, refetch, isFetching } = useSuspenseQuery(runningQuery);
  const view = useReleaseView();
  const { panel, of, open, close, hrefOf } = usePanelState(RELEASE_PANELS);
  const errorOf = (number: string) => hrefOf('error', number);
  const problems = judge(data, data.running).filter(isProblem).length;
  const waiting = useQuery(approvalsQuery).data?.waiting.length ?? 0;
  const banner = isRefetchError && (
    <Banner
      kind="warning"
      live
      title={t('This list may be out of date')}
      action={
        <Button size="s" loading={isFetching} onClick={() => void refetch()}>
          {t('Retry')}
        </Button>
      }
    >
      <Trans
        id="{message} It is as of <0/>."
        values={{ message: error?.message ?? '' }}
        parts={[() => <RelativeTime at={dataUpdatedAt} />]}
      />
    </Banner>
  );
  return (
    <Page
      title={t('Releases')}
      subtitle={t(
        'What every partner runs now, and how it performs in visitors’ browsers. Changes apply to new page views immediately and to open tabs within 30 seconds.',
      )}
      actions={
        <Button icon="trash" onClick={() => open('clean-up')}>
          {t('Clean up')}
        </Button>
      }
      banner={banner}
    >
      <Tabs
        label={t('Releases')}
        active={view.view}
        onChange={(next) => view.show(next)}
        tabs={[
          {
            key: 'running',
            label: (
              <>
                {t('What runs')} {problems > 0 && <Badge tone="warning">{problems}</Badge>}
              </>
            ),
            content: <RunningTab data={data} view={view} open={open} hrefOf={hrefOf} />,
          },
          {
            key: 'releases',
            label: t('Releases'),
            content: <ReleaseTab data={data} view={view} open={open} errorOf={errorOf} />,
          },
          {
            key: 'approvals',
            label: (
              <>
                {t('Approvals')} {waiting > 0 && <Badge tone="info">{waiting}</Badge>}
              </>
            ),
            content: <ApprovalTab onDone={tellDone} />,
          },
          { key: 'changes', label: t('Changes'), content: <ChangeTab view={view} /> },
        ]}
      />
      <ReleasePanels panel={panel} of={of} data={data} onClose={close} onDone={tellDone} errorOf={errorOf} />
    </Page>
  );
}
