import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { Banner, Button, Card, Skeleton, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { siteSourceQuery } from '@panel/resources/site';
import { useStaticDraft } from './static-draft.ts';

type Props = { siteId: string; onAccepted: () => void };

const Fingerprint = ({ children }: { children: string }) => (
  <Text mono size="s" className="p-break">
    {children}
  </Text>
);

/** The fingerprint that a server has shown, beside the one that was accepted before. */
export function UntrustedServer({ siteId, onAccepted }: Props) {
  const { update } = useStaticDraft();
  const { data: source, error } = useQuery(siteSourceQuery(siteId));
  if (error)
    return (
      <Banner kind="danger">{t('We couldn’t read the fingerprint. {message}', { message: error.message })}</Banner>
    );
  if (!source) return <Skeleton kind="text" rows={2} />;
  const { host, port, host_key: accepted, offered_key: offered } = source;
  if (!offered) return null;
  const accept = () => {
    update({ ftp_host_key: offered });
    onAccepted();
  };
  return (
    <Card title={accepted ? t('This server has changed') : t('Is this your server?')}>
      <Stack gap={4}>
        <DataList
          items={[
            { key: 'server', label: t('Server'), value: `${host}:${port}` },
            accepted !== null && { key: 'before', label: t('Accepted'), value: <Fingerprint>{accepted}</Fingerprint> },
            { key: 'now', label: accepted ? t('Now') : t('Fingerprint'), value: <Fingerprint>{offered}</Fingerprint> },
          ]}
        />
        <Text as="p" tone="soft">
          {t(
            'Compare the fingerprint with the one that your provider shows. Your password is sent only to a server that you have accepted.',
          )}
        </Text>
        <div>
          <Button kind={accepted ? 'danger' : 'default'} onClick={accept}>
            {accepted ? t('Accept the new fingerprint') : t('Accept this fingerprint')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
