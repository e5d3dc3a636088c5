import { useState, useSyncExternalStore } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { ApiError, t } from '@panel/core';
import { Banner, ButtonLink, Page, Stack } from '@panel/ui';
import { overviewPath } from '@panel/resources/site';
import { builderDraftQuery, previewPath } from '@panel/resources/site-builder';
import { prefetchOf, siteComponent } from '../site/site-component.tsx';
import { BuilderWorkspace } from './builder-workspace.tsx';
import './builder.css';

/** The editor needs a page beside two panels. */
const WIDE = '(min-width: 900px)';

export const prefetch = prefetchOf((id) => [builderDraftQuery(id)]);

/** /site-builder/edit/{id} */
export const Component = siteComponent(BuilderEditPage);

function useIsWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

function BuilderEditPage({ id }: { id: string }) {
  const { data: draft, error } = useSuspenseQuery(builderDraftQuery(id));
  const [opened, setOpened] = useState(0);
  const isWide = useIsWide();
  if (error instanceof ApiError && error.status === 404) throw error;
  if (isWide)
    return <BuilderWorkspace key={opened} siteId={id} draft={draft} onReload={() => setOpened((count) => count + 1)} />;
  const [home] = draft.pages;
  return (
    <Page title={t('Edit site')} subtitle={draft.fqdn}>
      <Stack gap={4}>
        <Banner kind="info" title={t('Open this page on a wider screen')}>
          {t('The editor needs a window of at least 900 pixels. Here you can see your draft as visitors will.')}
        </Banner>
        <div className="p-form-foot">
          <ButtonLink icon="arrow-left" to={overviewPath(id)}>
            {t('Back')}
          </ButtonLink>
          {home && (
            <ButtonLink kind="primary" icon="eye" href={previewPath(id, home, 0)} newTab>
              {t('Preview')}
            </ButtonLink>
          )}
        </div>
        {home && (
          <iframe
            className="builder-preview"
            title={t('Preview')}
            src={previewPath(id, home, 0)}
            sandbox="allow-same-origin allow-popups"
          />
        )}
      </Stack>
    </Page>
  );
}
