import { t, type App } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { Page, type PageProps } from '@panel/ui';
import { WorkloadHeader } from '@panel/ui/data';
import { appOverviewPath, appWorkload } from '@panel/resources/app';
import { appHeaderActions } from './app.actions.ts';
import { AppSwitch } from './app-switch.tsx';

type Props = Omit<PageProps, 'breadcrumb' | 'subject' | 'title'> & {
  app: App;
  /** Left out on its overview, where the name of the application is the h1. */
  title?: string;
};

/** A page of an application: below its trail the header that all of them share. */
export function AppPage({ app, title, ...page }: Props) {
  const { pathname } = useLocation();
  const to = appOverviewPath(app.id);
  const crumb = { title: app.name, beside: <AppSwitch app={app} pathname={pathname} /> };
  return (
    <Page
      {...page}
      title={title}
      breadcrumb={[
        { title: t('Dashboard'), to: '/dashboard' },
        { title: t('My Applications'), to: '/apps' },
        ...(title === undefined ? [crumb] : [{ ...crumb, to }, { title }]),
      ]}
      subject={
        <WorkloadHeader
          {...appWorkload(app)}
          actions={appHeaderActions(app)}
          to={title === undefined ? undefined : to}
        />
      }
    />
  );
}
