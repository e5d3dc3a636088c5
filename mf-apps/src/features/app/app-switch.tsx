import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import { useLocation } from '@panel/core/router';
import { foundAppsQuery, sameAppPage } from '@panel/resources/app';
import { FoundSwitch } from '@panel/workload/page';

/** Opens the same page of another application. */
export function AppSwitch({ app }: { app: App }) {
  const { pathname } = useLocation();
  const useFound = (keyword: string, enabled: boolean) =>
    useQuery({ ...foundAppsQuery(keyword), enabled, placeholderData: keepPreviousData }).data?.pageElements.map(
      (one) => ({
        ...{ key: one.id, title: one.name, detail: one.fqdn },
        to: sameAppPage(pathname, app.id, one),
        current: one.id === app.id,
      }),
    );
  return <FoundSwitch label={t('Switch application')} useFound={useFound} />;
}
