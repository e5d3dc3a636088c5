import { useState } from 'react';
import { notify, t, useUser, type App } from '@panel/core';
import type { AppPreview, AppPreviews } from '@panel/contract';
import { useNavigate } from '@panel/core/router';
import {
  Badge,
  Banner,
  Button,
  Card,
  ConfirmDialog,
  CopyText,
  formatDate,
  IconButton,
  Inline,
  Link,
  Stack,
  Text,
} from '@panel/ui';
import {
  buildPath,
  buildStatusLabels,
  cannotBuild,
  cannotUsePreview,
  shortCommit,
  useExtendPreview,
  usePromotePreview,
  useRemovePreview,
} from '@panel/resources/app';
import '../app/app-rows.css';

/** The previews of an application, each with its commit, its build, its address and its end. */
export function PreviewList({ app, given }: { app: App; given: AppPreviews }) {
  const [promotedId, setPromoted] = useState<string | null>(null);
  const [removed, setRemoved] = useState<AppPreview | null>(null);
  // As it is now: what it shows may change while somebody looks.
  const promoted = given.previews.find(({ id }) => id === promotedId);
  return (
    <Card title={t('Previews')}>
      {given.previews.length === 0 ? (
        <Text as="p" tone="soft">
          {given.enabled
            ? t('A push to another branch than {branch} appears here.', { branch: app.repository.branch ?? 'main' })
            : t('Previews are off. Switch them on below, then push a branch.')}
        </Text>
      ) : (
        <>
          {!given.enabled && (
            <Text as="p" tone="soft">
              {t(
                'Previews are off: pushes build none, and those that are here stay until they end or you delete them.',
              )}
            </Text>
          )}
          <ul className="app-rows" aria-label={t('Previews')}>
            {given.previews.map((preview) => (
              <PreviewItem
                key={preview.id}
                app={app}
                preview={preview}
                onPromote={({ id }) => setPromoted(id)}
                onRemove={setRemoved}
              />
            ))}
          </ul>
        </>
      )}
      {promoted && <PromoteDialog app={app} preview={promoted} onClose={() => setPromoted(null)} />}
      {removed && <RemoveDialog preview={removed} onClose={() => setRemoved(null)} />}
    </Card>
  );
}

const EXTENDED = { kind: 'success', title: t('Success'), message: t('Preview extended.') } as const;

type Choose = (preview: AppPreview) => void;
type ItemProps = { app: App; preview: AppPreview; onPromote: Choose; onRemove: Choose };

function PreviewItem({ app, preview, onPromote, onRemove }: ItemProps) {
  const extend = useExtendPreview();
  const { id, branch, url, live_build: live, last_build: last, ends_at } = preview;
  const isAbuse = useUser()?.is_abuse_system ?? false;
  return (
    <li>
      <Stack gap={1}>
        <Inline>
          <Text weight="medium" className="p-break">
            {branch}
          </Text>
          {last?.commit && <code>{shortCommit(last.commit)}</code>}
          {last && (
            <Link to={buildPath(app.id, last.id)}>
              <Badge tone={buildStatusLabels[last.status].tone}>{buildStatusLabels[last.status].label}</Badge>
            </Link>
          )}
          {live?.commit && live.commit !== last?.commit && (
            <Text size="s" tone="soft">
              {t('Shows {commit}', { commit: shortCommit(live.commit) })}
            </Text>
          )}
        </Inline>
        <Inline>
          {live ? (
            <Link href={url} aria-label={t('Open {name}', { name: branch })}>
              {url}
            </Link>
          ) : (
            <Text className="p-break">{url}</Text>
          )}
          <CopyText text={url} label={t('Copy the address of {name}', { name: branch })} buttonOnly />
          <Text size="s" tone="soft">
            {t('Ends: {time}', { time: formatDate(ends_at) })}
          </Text>
        </Inline>
      </Stack>
      <Inline>
        <Button
          size="s"
          aria-label={t('Promote {name} to production', { name: branch })}
          disabledReason={cannotUsePreview(preview) ?? cannotBuild(app, { missing: null, isAbuse })}
          onClick={() => onPromote(preview)}
        >
          {t('Promote to production')}
        </Button>
        <Button
          size="s"
          aria-label={t('Extend {name}', { name: branch })}
          loading={extend.isPending}
          onClick={() => extend.mutate(id, { onSuccess: () => notify(EXTENDED) })}
        >
          {t('Extend')}
        </Button>
        <IconButton icon="trash" label={t('Delete {name}', { name: branch })} onClick={() => onRemove(preview)} />
      </Inline>
    </li>
  );
}

type PromoteProps = { app: App; preview: AppPreview; onClose: () => void };

function PromoteDialog({ app, preview, onClose }: PromoteProps) {
  const promote = usePromotePreview();
  const navigate = useNavigate();
  const { live_build: live, different_variables: different } = preview;
  return (
    <ConfirmDialog
      title={t('Promote {name} to production?', { name: preview.branch })}
      confirmLabel={t('Promote to production')}
      busy={promote.isPending}
      error={promote.error}
      onConfirm={() =>
        promote.mutate(preview, { onSuccess: ({ build_id }) => void navigate(buildPath(app.id, build_id)) })
      }
      onClose={onClose}
    >
      <Text as="p">
        {t(
          'Visitors of {fqdn} get what this preview shows. Nothing is built again, and the release that is live now is kept.',
          { fqdn: app.fqdn },
        )}
      </Text>
      {live?.commit && <Text as="p">{t('Commit {commit}', { commit: shortCommit(live.commit) })}</Text>}
      {different.length > 0 && (
        <Banner kind="warning" title={t('It was built with other variables than production')}>
          {t('What the build wrote into its files stays as it is: {names}. Deploy its commit instead.', {
            names: different.join(', '),
          })}
        </Banner>
      )}
    </ConfirmDialog>
  );
}

function RemoveDialog({ preview, onClose }: { preview: AppPreview; onClose: () => void }) {
  const remove = useRemovePreview();
  return (
    <ConfirmDialog
      title={t('Delete the preview of {name}?', { name: preview.branch })}
      confirmLabel={t('Delete')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(preview.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Text as="p">{t('Its address stops answering. The branch stays, and its next push makes another preview.')}</Text>
    </ConfirmDialog>
  );
}
