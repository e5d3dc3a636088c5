import { t, Trans } from '@panel/core';
import type { Site, Staging } from '@panel/core';
import { Banner, ConfirmDialog, Heading, Stack } from '@panel/ui';
import { useQuery } from '@tanstack/react-query';
import { publishedQuery, useRevertPublish } from '@panel/resources/staging';
import { ContentDifference } from './content-difference.tsx';
import { MergedFacts } from './merged-facts.tsx';
import { FileDifference } from './staging-difference.tsx';

type Props = {
  live: Site;
  staging: Site;
  revert: NonNullable<Staging['revert']>;
  onStarted: (taskId: string) => void;
  onClose: () => void;
};

/** Restores what the last publish replaced, from the backup that it made. */
export function StagingRevertDialog({ live, staging, revert, onStarted, onClose }: Props) {
  const mutation = useRevertPublish(staging.site_id ?? '', (taskId) => {
    onStarted(taskId);
    onClose();
  });
  const { data: published } = useQuery(publishedQuery(staging.site_id ?? ''));
  const difference = published?.difference;
  return (
    <ConfirmDialog
      icon="arrow-left"
      title={t('Revert last publish')}
      confirmLabel={t('Revert')}
      busy={mutation.isPending}
      error={mutation.error}
      onConfirm={() => mutation.mutate()}
      onClose={onClose}
    >
      <p>
        <Trans
          id="The {parts, select, both {files and database} files {files} other {database}} of <0>{fqdn}</0> become what they were before the last publish. First we back up the live site as it is now. Staging does not change."
          values={{
            parts: revert.files && revert.database ? 'both' : revert.files ? 'files' : 'database',
            fqdn: live.fqdn,
          }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
      </p>
      {revert.database && (
        <Banner kind="warning">
          {t('Posts, comments, users and orders that the live site got since the publish are removed from it.')}
        </Banner>
      )}
      {difference && (
        <Stack gap={2}>
          <Heading level={3}>{t('What the publish changed')}</Heading>
          {difference.merged && <MergedFacts merged={difference.merged} content={difference.content} />}
          {difference.content && <ContentDifference content={difference.content} />}
          {difference.parts !== 'database' && <FileDifference files={difference.files} />}
        </Stack>
      )}
    </ConfirmDialog>
  );
}
