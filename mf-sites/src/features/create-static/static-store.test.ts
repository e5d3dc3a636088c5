import { staticSources } from './static-store.ts';

const yourComputer = (hasSftp: boolean) => staticSources({ hasSftp }).find(({ value }) => value === 'ftp');

test('without SFTP on the server, an upload from the computer cannot be chosen, and says why', () => {
  expect(yourComputer(false)).toMatchObject({
    label: 'Your computer',
    disabled: true,
    help: 'SFTP is not available on this server. Contact support if you need it.',
  });
  expect(yourComputer(true)).not.toHaveProperty('disabled');
});
