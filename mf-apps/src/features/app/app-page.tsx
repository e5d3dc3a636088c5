import { t, type App } from '@panel/core';
import { appOverviewPath, appWorkload } from '@panel/resources/app';
import type { PageProps } from '@panel/ui';
import { WorkloadPage } from '@panel/workload/page';
import { appHeaderActions } from './app.actions.ts';
import { AppSwitch } from './app-switch.tsx';

type Props = Omit<PageProps, 'breadcrumb' | 'subject' | 'title'> & {
  app: App;
  /** Left out on its overview, where the name of the application is the h1. */
  title?: string;
};

/** A page of an application. */
export const AppPage = ({ app, ...page }: Props) => (
  <WorkloadPage
    {...page}
    header={{ ...appWorkload(app), actions: appHeaderActions(app) }}
    list={{ title: t('My Applications'), to: '/apps' }}
    overview={appOverviewPath(app.id)}
    beside={<AppSwitch app={app} />}
  />
);
