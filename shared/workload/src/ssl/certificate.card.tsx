import { useState } from 'react';
import { t, Trans, type Ssl } from '@panel/core';
import { Badge, Button, Card, ConfirmDialog, formatDate, lazyPanel, Link, RelativeTime, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import type { Workload } from '@panel/resources/workload';
import { CERTIFICATE_KINDS, useCheckSsl, useRemoveUpload, useRequestCertificate } from '@panel/resources/ssl';
import { byKind } from '../parts/on-workload.ts';

const UploadPanel = lazyPanel(async () => (await import('./upload.panel.tsx')).UploadPanel);

/** The result of a handshake, with its time: nothing is green that nobody has seen. */
function CheckBadge({ check }: Pick<Ssl, 'check'>) {
  if (!check) return <Badge>{t('Not checked')}</Badge>;
  return (
    <Stack gap={1}>
      <span>
        {check.ok ? <Badge tone="success">{t('Served')}</Badge> : <Badge tone="danger">{t('Not served')}</Badge>}
      </span>
      <Text size="s" tone="muted">
        {check.detail} <Trans id="Checked <0>now</0>." parts={[() => <RelativeTime at={check.checked_at} />]} />
      </Text>
    </Stack>
  );
}

type Props = { workload: Workload; ssl: Ssl; onStarted: (taskId: string) => void; isBusy: boolean };

/** The certificate that is served, and what can be done about it. */
export function CertificateCard({ workload, ssl, onStarted, isBusy }: Props) {
  const [open, setOpen] = useState<'upload' | 'remove' | null>(null);
  const check = useCheckSsl(workload.id);
  const request = useRequestCertificate(workload.id, onStarted);
  const remove = useRemoveUpload(workload.id, () => setOpen(null));
  const { certificate } = ssl;
  return (
    <Card
      title={t('Certificate')}
      actions={
        <Button icon="refresh" loading={check.isPending} onClick={() => check.mutate()}>
          {t('Check again')}
        </Button>
      }
      footer={
        <>
          <Button
            kind="primary"
            loading={request.isPending}
            disabledReason={isBusy ? t('A certificate is being requested.') : null}
            onClick={() => request.mutate()}
          >
            {t('Request a certificate')}
          </Button>
          <Button icon="upload" onClick={() => setOpen('upload')}>
            {t('Upload your own')}
          </Button>
          {certificate?.kind === 'own' && (
            <Button onClick={() => setOpen('remove')}>{t('Remove your certificate')}</Button>
          )}
        </>
      }
    >
      <DataList
        items={[
          { key: 'status', label: t('Status'), value: <CheckBadge check={ssl.check} /> },
          {
            key: 'address',
            label: t('Address'),
            value: ssl.https_url ? <Link to={ssl.https_url}>{ssl.https_url}</Link> : '-',
          },
          ...(certificate
            ? [
                {
                  key: 'source',
                  label: t('Source'),
                  value: `${CERTIFICATE_KINDS[certificate.kind]} (${certificate.issuer})`,
                },
                {
                  key: 'names',
                  label: t('For'),
                  value: <span className="p-break">{certificate.hosts.join(', ')}</span>,
                },
                { key: 'until', label: t('Valid until'), value: formatDate(certificate.not_after) },
                {
                  key: 'renewal',
                  label: t('Renewal'),
                  value: certificate.renews_at
                    ? t('Automatic, on {date}', { date: formatDate(certificate.renews_at) })
                    : t('Upload the next one before this one ends.'),
                },
              ]
            : [{ key: 'source', label: t('Source'), value: t('There is no certificate yet. Request one.') }]),
        ]}
      />
      {open === 'upload' && <UploadPanel siteId={workload.id} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <ConfirmDialog
          title={t('Remove your certificate?')}
          confirmLabel={t('Remove')}
          danger
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(null)}
        >
          {byKind(
            workload,
            t('The site is served with a certificate of this server again.'),
            t('The application is served with a certificate of this server again.'),
          )}
        </ConfirmDialog>
      )}
    </Card>
  );
}
