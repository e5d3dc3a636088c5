import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PICTURE_MARK } from '@panel/contract/wire';
import { t, type App } from '@panel/core';
import { Button, Card, Inline, Link, Stack, Text } from '@panel/ui';
import { appPreviewsQuery, cannotVisitApp } from '@panel/resources/app';

type Shown = { url: string; release: string; isFramed: boolean };
type Props = { app: App; branch: string; production: string };

/** What shows a branch: the application, or the preview of the branch. Frames of other domains are refused by the panel's policy. */
function useShown({ app, branch, production }: Props): Shown | null {
  const isProduction = branch === production;
  const { data } = useQuery({ ...appPreviewsQuery(app.id), enabled: !isProduction });
  if (isProduction) {
    if (cannotVisitApp(app) || app.live_build === null) return null;
    const isFramed = app.domain_type === 'sub_domain' && !app.is_password_protected;
    return { url: app.url, release: app.live_build.id, isFramed };
  }
  const preview = data?.previews.find((one) => one.branch === branch);
  if (!preview?.live_build) return null;
  return { url: preview.url, release: preview.live_build.id, isFramed: data?.is_protected === false };
}

/** Marked, so that a look from here does not count as traffic. */
function frameUrl(address: string): string {
  const url = new URL(address);
  url.searchParams.set(PICTURE_MARK, '1');
  return url.href;
}

/** What visitors of a branch see, beside its code. It is loaded anew with each release. */
export function StudioPreview(props: Props) {
  const shown = useShown(props);
  const [isOpen, setOpen] = useState(false);
  const { branch, production } = props;
  return (
    <Card
      className="studio-preview"
      title={t('Preview')}
      actions={
        shown?.isFramed && (
          <Button size="s" icon="eye" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('Hide') : t('Show')}
          </Button>
        )
      }
    >
      <Stack gap={3}>
        {shown === null ? (
          <Text as="p" tone="soft">
            {branch === production
              ? t('There is nothing to see until the first release is live.')
              : t('This branch has no preview. Previews are made by commits where they are switched on.')}
          </Text>
        ) : (
          <>
            <Inline>
              <Link href={shown.url} newTab>
                {new URL(shown.url).host}
              </Link>
            </Inline>
            {!shown.isFramed && (
              <Text as="p" size="s" tone="muted">
                {t('It opens in a new tab: it has a password or a domain of its own.')}
              </Text>
            )}
            {isOpen && shown.isFramed && (
              <iframe
                key={shown.release}
                className="studio-frame"
                src={frameUrl(shown.url)}
                title={t('Preview of {branch}', { branch })}
                // Another origin than the panel's: with its own it has its fonts and its storage.
                // oxlint-disable-next-line react/iframe-missing-sandbox -- the hosts of applications are no hosts of the panel
                sandbox="allow-scripts allow-same-origin allow-forms"
                referrerPolicy="no-referrer"
              />
            )}
          </>
        )}
      </Stack>
    </Card>
  );
}
