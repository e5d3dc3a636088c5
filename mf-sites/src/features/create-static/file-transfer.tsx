import { t, Trans } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import type { FtpAccess, FtpFiles } from '@panel/core';
import { Banner, Button, Card, Link, Skeleton, Stack, Text } from '@panel/ui';
import { ftpFilesQuery, ftpQuery, useStartFtp } from '@panel/resources/site-access';
import { ownSiteQuery } from '@panel/resources/site';
import { AccessDetails } from '../site/access-details.tsx';
import { useStaticDraft } from './static-draft.ts';

type Props = {
  siteId: string;
  fqdn: string;
  /** Of the access that was opened with the site; null after a reload. */
  password: string | null;
};

const ARRIVED: Record<FtpFiles['arrived'], { kind: 'info' | 'warning' | 'success'; text: string }> = {
  nothing: { kind: 'info', text: t('No file yet. This page checks for new files every few seconds.') },
  files: {
    kind: 'warning',
    text: t('Files have arrived, but there is no index.html yet. Visitors see a placeholder page.'),
  },
  index: { kind: 'success', text: t('Your index.html has arrived. Visitors see your site.') },
};

const HOUR_MS = 3_600_000;

const hoursOf = ({ created_at, expires_at }: NonNullable<FtpAccess['access']>): number =>
  Math.round((Date.parse(expires_at) - Date.parse(created_at)) / HOUR_MS);

/** How to connect, and whether files have arrived. */
export function FileTransfer({ siteId, fqdn, password }: Props) {
  const { draft } = useStaticDraft();
  const { data: given, error } = useQuery(ftpQuery(siteId));
  const start = useStartFtp(siteId);
  const shown = start.data?.password ?? password;
  if (error)
    return (
      <Banner kind="danger">{t('We couldn’t read the SFTP access. {message}', { message: error.message })}</Banner>
    );
  if (!given) return <Skeleton kind="text" rows={4} />;
  // The draft has ended with the creation of the site, but an open access has its period.
  const again = () => start.mutate(given.access ? hoursOf(given.access) : Number(draft.period));
  return (
    <Stack gap={4}>
      <Card title={t('Connect with an SFTP client')}>
        <Stack gap={4}>
          {given.access && shown && (
            <Banner kind="success" live title={t('Access is open')}>
              {t('Copy the password now. It is not shown again.')}
            </Banner>
          )}
          <AccessDetails given={given} password={shown} />
          {!given.server && (
            <Banner kind="warning">{t('SFTP is not available on this server at the moment. Contact support.')}</Banner>
          )}
          {start.error && (
            <Banner kind="danger" live>
              {start.error.message}
            </Banner>
          )}
          {given.server && !(given.access && shown) && (
            <Stack gap={3}>
              <Text as="p" tone="soft">
                {given.access
                  ? t('The password was shown once. Make a new one if you need it.')
                  : t('Access has ended.')}
              </Text>
              <div>
                <Button onClick={again} loading={start.isPending}>
                  {given.access ? t('New password') : t('Open access again')}
                </Button>
              </div>
            </Stack>
          )}
          <Text as="p" tone="soft">
            <Trans id="Upload your pages to the folder that you see first, <0/>." parts={[() => <code>/site</code>]} />
          </Text>
        </Stack>
      </Card>
      <Arrival siteId={siteId} fqdn={fqdn} />
    </Stack>
  );
}

function Arrival({ siteId, fqdn }: Pick<Props, 'siteId' | 'fqdn'>) {
  const { data: files, error } = useQuery(ftpFilesQuery(siteId));
  const { data: site } = useQuery(ownSiteQuery(fqdn));
  if (error)
    return <Banner kind="danger">{t('We couldn’t check the files. {message}', { message: error.message })}</Banner>;
  if (!files) return <Skeleton kind="text" rows={1} />;
  const { kind, text } = ARRIVED[files.arrived];
  return (
    <Banner kind={kind} live>
      {text}{' '}
      {files.arrived === 'index' && site && (
        <Link href={site.url} newTab>
          {t('Open {fqdn}', { fqdn })}
        </Link>
      )}
    </Banner>
  );
}
