import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { t, type App } from '@panel/core';
import { WorkloadSwitch } from '@panel/ui/data';
import { foundAppsQuery, sameAppPage } from '@panel/resources/app';

/** Opens the same page of another application. Applications are read once it opens. */
export function AppSwitch({ app, pathname }: { app: App; pathname: string }) {
  const [isOpened, setOpened] = useState(false);
  const [keyword, setKeyword] = useState('');
  const { data } = useQuery({ ...foundAppsQuery(keyword), enabled: isOpened, placeholderData: keepPreviousData });
  return (
    <WorkloadSwitch
      label={t('Switch application')}
      keyword={keyword}
      onKeyword={setKeyword}
      choices={data?.pageElements.map((one) => ({
        ...{ key: one.id, title: one.name, detail: one.fqdn },
        to: sameAppPage(pathname, app.id, one),
        current: one.id === app.id,
      }))}
      onOpen={() => setOpened(true)}
    />
  );
}
