import { useState } from 'react';
import type { Ssl } from '@panel/core';
import { Badge, Button, Card, ConfirmDialog, formatDate, lazyPanel, Link, RelativeTime, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { CERTIFICATE_KINDS, useCheckSsl, useRemoveUpload, useRequestCertificate } from '@panel/resources/ssl';

const UploadPanel = lazyPanel(async () => (await import('./upload.panel.tsx')).UploadPanel);

/** The result of a handshake, with its time: nothing is green that nobody has seen. */
function CheckBadge({ check }: Pick<Ssl, 'check'>) {
  if (!check) return <Badge>Not checked</Badge>;
  return (
    <Stack gap={1}>
      <span>{check.ok ? <Badge tone="success">Served</Badge> : <Badge tone="danger">Not served</Badge>}</span>
      <Text size="s" tone="muted">
        {check.detail} Checked <RelativeTime at={check.checked_at} />.
      </Text>
    </Stack>
  );
}

type Props = { siteId: string; ssl: Ssl; onStarted: (taskId: string) => void; isBusy: boolean };

/** The certificate that is served, and what can be done about it. */
export function CertificateCard({ siteId, ssl, onStarted, isBusy }: Props) {
  const [open, setOpen] = useState<'upload' | 'remove' | null>(null);
  const check = useCheckSsl(siteId);
  const request = useRequestCertificate(siteId, onStarted);
  const remove = useRemoveUpload(siteId, () => setOpen(null));
  const { certificate } = ssl;
  return (
    <Card
      title="Certificate"
      actions={
        <Button icon="refresh" loading={check.isPending} onClick={() => check.mutate()}>
          Check again
        </Button>
      }
      footer={
        <>
          <Button
            kind="primary"
            loading={request.isPending}
            disabledReason={isBusy ? 'A certificate is being requested.' : null}
            onClick={() => request.mutate()}
          >
            Request a certificate
          </Button>
          <Button icon="upload" onClick={() => setOpen('upload')}>
            Upload your own
          </Button>
          {certificate?.kind === 'own' && <Button onClick={() => setOpen('remove')}>Remove your certificate</Button>}
        </>
      }
    >
      <DataList
        items={[
          { key: 'status', label: 'Status', value: <CheckBadge check={ssl.check} /> },
          {
            key: 'address',
            label: 'Address',
            value: ssl.https_url ? <Link to={ssl.https_url}>{ssl.https_url}</Link> : '-',
          },
          ...(certificate
            ? [
                {
                  key: 'source',
                  label: 'Source',
                  value: `${CERTIFICATE_KINDS[certificate.kind]} (${certificate.issuer})`,
                },
                { key: 'names', label: 'For', value: <span className="p-break">{certificate.hosts.join(', ')}</span> },
                { key: 'until', label: 'Valid until', value: formatDate(certificate.not_after) },
                {
                  key: 'renewal',
                  label: 'Renewal',
                  value: certificate.renews_at
                    ? `Automatic, on ${formatDate(certificate.renews_at)}`
                    : 'Upload the next one before this one ends.',
                },
              ]
            : [{ key: 'source', label: 'Source', value: 'There is no certificate yet. Request one.' }]),
        ]}
      />
      {open === 'upload' && <UploadPanel siteId={siteId} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <ConfirmDialog
          title="Remove your certificate?"
          confirmLabel="Remove"
          danger
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => setOpen(null)}
        >
          The site is served with a certificate of this server again.
        </ConfirmDialog>
      )}
    </Card>
  );
}
