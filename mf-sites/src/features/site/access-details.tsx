import { t } from '@panel/core';
import type { FtpAccess } from '@panel/core';
import { CopyText, formatDate, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';

type Props = {
  given: FtpAccess;
  /** Known only right after it was made. */
  password: string | null;
};

/** How an SFTP client connects to a site. */
export function AccessDetails({ given: { server, access }, password }: Props) {
  if (!server || !access) return null;
  return (
    <DataList
      items={[
        { key: 'host', label: t('Host'), value: <CopyText text={server.host} label={t('Copy host')} /> },
        { key: 'port', label: t('Port'), value: String(server.port) },
        { key: 'user', label: t('User name'), value: <CopyText text={access.user_name} label={t('Copy user name')} /> },
        password !== null && {
          key: 'password',
          label: t('Password'),
          value: <CopyText text={password} label={t('Copy password')} whole />,
        },
        { key: 'until', label: t('Ends'), value: formatDate(access.expires_at) },
        {
          key: 'key',
          label: t('Host key'),
          value: (
            <Text mono size="s" className="p-break">
              {server.fingerprint}
            </Text>
          ),
        },
      ]}
    />
  );
}
