import { t } from '@panel/core';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Banner, Button, Inline } from '@panel/ui';
import { builderDraftQuery } from '@panel/resources/site-builder';

type Props = {
  siteId: string;
  /** Drops what is on the page for the version on the server. */
  onReload: () => void;
  onOverwrite: (revision: number) => Promise<unknown>;
};

/** Another tab or person saved the draft: the user chooses which version stays. */
export function BuilderConflict({ siteId, onReload, onOverwrite }: Props) {
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const newest = () => cache.fetchQuery({ ...builderDraftQuery(siteId), staleTime: 0 });
  const run = (work: () => Promise<unknown>) => {
    setBusy(true);
    work().then(
      () => setBusy(false),
      () => setBusy(false),
    );
  };
  return (
    <Banner
      kind="warning"
      live
      title={t('This draft was changed somewhere else')}
      action={
        <Inline gap={2}>
          <Button loading={busy} onClick={() => run(() => newest().then(onReload))}>
            {t('Load the newer version')}
          </Button>
          <Button loading={busy} onClick={() => run(async () => onOverwrite((await newest()).revision))}>
            {t('Keep mine')}
          </Button>
        </Inline>
      }
    >
      {t(
        'Another tab, or somebody else, saved it since you opened it. Your last changes are not saved. Loading the newer version drops them; keeping yours replaces the newer one.',
      )}
    </Banner>
  );
}
