import { t } from '@panel/core';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { PartnerVersion, VersionKind } from '@panel/core';
import { Badge, Button, Card, ConfirmDialog, ErrorState, Inline, RelativeTime, Skeleton, Stack, Text } from '@panel/ui';
import { tellChange, useRestoreVersion, versionsQuery } from '@panel/resources/partner';
import './version.css';

const titleOf = ({ version }: PartnerVersion): string =>
  version === 0 ? t('Before the first change') : t('Version {version}', { version });

function What({ version }: { version: PartnerVersion }) {
  const { changes, restored_from: from, note } = version;
  return (
    <Stack gap={1}>
      {from !== null && (
        <Text size="s">
          {t('Went back to {version, plural, =0 {the state before the first change} other {version {version}}}.', {
            version: from,
          })}
        </Text>
      )}
      {changes.length > 0 && (
        <ul className="version-changes">
          {changes.map((change) => (
            <li key={change.name}>{tellChange(change)}</li>
          ))}
        </ul>
      )}
      {note && (
        <Text size="s" tone="soft" className="p-break">
          “{note}”
        </Text>
      )}
    </Stack>
  );
}

type ConfirmProps = { kind: VersionKind; base: number; version: PartnerVersion; onClose: () => void };

function Confirm({ kind, base, version, onClose }: ConfirmProps) {
  const restore = useRestoreVersion(kind, onClose);
  return (
    <ConfirmDialog
      title={t('Go back to {version, plural, =0 {the state before the first change} other {version {version}}}?', {
        version: version.version,
      })}
      confirmLabel={t('Go back to this version')}
      busy={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate({ base, version: version.version })}
      onClose={onClose}
    >
      <Text as="p">
        {t('It takes effect immediately for everyone. The current version stays in the list, so you can return to it.')}
      </Text>
    </ConfirmDialog>
  );
}

/** The history of changes, each with a way to restore it. `live` is the version that the page was loaded with. */
export function VersionList({
  kind,
  live,
  blocked = null,
}: {
  kind: VersionKind;
  live: number;
  blocked?: string | null;
}) {
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<PartnerVersion | null>(null);
  const { data, error, refetch } = useQuery(versionsQuery(kind, page));
  return (
    <Card title={t('Versions')}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} level={3} />}
      {!data && !error && <Skeleton kind="text" rows={3} />}
      {data?.totalCount === 0 && (
        <Text tone="muted">{t('No changes yet. Changes appear here, and you can go back to any of them.')}</Text>
      )}
      {data && data.totalCount > 0 && (
        <Stack gap={4}>
          <ul className="version-list" aria-label={t('Versions')}>
            {data.pageElements.map((version) => (
              <li key={version.version} className="version-row">
                <Stack gap={1}>
                  <Inline gap={2}>
                    <strong>{titleOf(version)}</strong>
                    {version.version === live && <Badge tone="success">{t('Live')}</Badge>}
                  </Inline>
                  <Text size="s" tone="muted" className="p-break">
                    {version.by ?? t('Initial setup')}
                    {version.by && (
                      <>
                        {' '}
                        · <RelativeTime at={version.at} />
                      </>
                    )}
                  </Text>
                </Stack>
                <What version={version} />
                {version.version !== live && (
                  <Button
                    size="s"
                    aria-label={t(
                      'Go back to {version, plural, =0 {the state before the first change} other {version {version}}}',
                      { version: version.version },
                    )}
                    disabledReason={blocked}
                    call="partnerAdmin.restore"
                    onClick={() => setChosen(version)}
                  >
                    {t('Go back')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {data.totalPage > 1 && (
            <Inline justify="end">
              <Button
                size="s"
                onClick={() => setPage(page - 1)}
                disabledReason={page === 0 ? t('This is the first page.') : null}
              >
                {t('Newer')}
              </Button>
              <Button
                size="s"
                onClick={() => setPage(page + 1)}
                disabledReason={page + 1 >= data.totalPage ? t('This is the last page.') : null}
              >
                {t('Older')}
              </Button>
            </Inline>
          )}
        </Stack>
      )}
      {chosen && <Confirm kind={kind} base={live} version={chosen} onClose={() => setChosen(null)} />}
    </Card>
  );
}
