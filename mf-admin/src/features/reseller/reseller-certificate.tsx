import { t, Trans, type Reseller } from '@panel/core';
import { Button, formatDate, Heading, RelativeTime, Stack, Text } from '@panel/ui';
import { cannotRequestCertificate, CERTIFICATE_LABELS, useChangeReseller } from '@panel/resources/reseller';

type Certificate = Reseller['certificate'];

/** Until when it is, or why there is none. */
export function CertificateState({
  certificate: { state, not_after: end, error, task_id: running },
}: {
  certificate: Certificate;
}) {
  const ends = end === null ? null : t('Until {date}', { date: formatDate(end, { withTime: false }) });
  return (
    <>
      {(error === null || ends !== null) && <Text as="p">{ends ?? CERTIFICATE_LABELS[state]}</Text>}
      {error !== null && (
        <Text as="p" tone="danger">
          {ends === null
            ? t('Not issued: {reason}', { reason: error.message })
            : t('Not renewed: {reason}', { reason: error.message })}{' '}
          <Trans id="Tried <0/>" parts={[() => <RelativeTime at={error.at} />]} />
        </Text>
      )}
      {running !== null && <Text as="p">{t('It is being requested.')}</Text>}
    </>
  );
}

/** The certificate of the host of a partner’s panel. */
export function ResellerCertificate({ reseller }: { reseller: Reseller }) {
  const request = useChangeReseller(() => undefined, 'notice');
  const { certificate } = reseller;
  const isRequested = certificate.state === 'issued' || certificate.state === 'missing';
  return (
    <Stack gap={2}>
      <Heading level={3}>{t('Certificate')}</Heading>
      <CertificateState certificate={certificate} />
      {isRequested && (
        <div>
          <Button
            icon="refresh"
            loading={request.isPending}
            disabledReason={cannotRequestCertificate(reseller)}
            onClick={() => request.mutate({ id: reseller.id, change: 'requestCertificate' })}
          >
            {t('Request again')}
          </Button>
        </div>
      )}
    </Stack>
  );
}
