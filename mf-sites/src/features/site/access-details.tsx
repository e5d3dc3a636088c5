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
        { key: 'host', label: 'Host', value: <CopyText text={server.host} label="Copy host" /> },
        { key: 'port', label: 'Port', value: String(server.port) },
        { key: 'user', label: 'User name', value: <CopyText text={access.user_name} label="Copy user name" /> },
        password !== null && {
          key: 'password',
          label: 'Password',
          value: <CopyText text={password} label="Copy password" whole />,
        },
        { key: 'until', label: 'Ends', value: formatDate(access.expires_at) },
        {
          key: 'key',
          label: 'Host key',
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
