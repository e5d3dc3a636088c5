import { t, type SiteDomain } from '@panel/core';
import { Card, CopyText, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { HostList } from '../dns/host-list.tsx';

type Props = { shown: SiteDomain; domain: NonNullable<SiteDomain['domain']> };

/** The domain as it was registered. */
const bareName = ({ display }: Props['domain']): string => display.replace(/^www\./, '');

/** The name servers that prove a domain, and lead it here. */
export const NameserversCard = ({ shown: { nameservers }, domain }: Props) => (
  <Card title={t('Use our name servers')} level={3}>
    <Stack gap={3}>
      <Text as="p" tone="soft">
        {t('Set these name servers, and no others, where you registered {domain}. Then nothing else is needed.', {
          domain: bareName(domain),
        })}
      </Text>
      <HostList hosts={nameservers} />
    </Stack>
  </Card>
);

/** The record that proves a domain that keeps its name servers. */
export const TxtCard = ({ domain }: Props) => (
  <Card title={t('Show that the domain is yours')} level={3}>
    <Stack gap={3}>
      <Text as="p" tone="soft">
        {t('Keep your name servers, and add this record there. You can remove it once the domain is verified.')}
      </Text>
      <DataList
        items={[
          { key: 'type', label: t('Type'), value: 'TXT' },
          {
            key: 'name',
            label: t('Name'),
            value: <CopyText whole text={domain.txt_name} label={t('Copy the name')} />,
          },
          {
            key: 'value',
            label: t('Value'),
            value: <CopyText whole text={domain.txt_value} label={t('Copy the value')} />,
          },
        ]}
      />
    </Stack>
  </Card>
);

/** The records that lead a domain with other name servers to its site. */
export const RecordsCard = ({ shown: { addresses }, domain }: Props) => {
  const [bare, www] = domain.hosts;
  return (
    <Card title={t('Point the domain here')} level={3}>
      <Stack gap={3}>
        <Text as="p" tone="soft">
          {t('Only if you keep your own name servers: set these records there.')}
        </Text>
        <DataList
          items={[
            ...addresses.map((address) => ({
              key: address,
              label: `${address.includes(':') ? 'AAAA' : 'A'} ${bare}`,
              value: <CopyText text={address} label={t('Copy {text}', { text: address })} />,
            })),
            {
              key: 'www',
              label: t('CNAME {host}', { host: www ?? '' }),
              value: <CopyText text={bare ?? ''} label={t('Copy the target')} />,
            },
          ]}
        />
      </Stack>
    </Card>
  );
};
