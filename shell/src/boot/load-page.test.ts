import { platformErrors } from '@panel/contract/platform-errors';
import { refreshRemotes } from './load-page.ts';

jest.mock('../release-recovery/index.ts', () => {
  throw new Error('File not found.');
});

test('Retry without the part that asks for the registry says so, in the words of its number', async () => {
  await expect(refreshRemotes('mf-help')).rejects.toMatchObject({ number: 'P301', message: platformErrors.P301 });
});
