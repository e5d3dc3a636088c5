import { platformErrors } from '@panel/contract/platform-errors';
import { refreshRemotes } from './load-page.ts';

jest.mock('../release-recovery/index.ts', () => {
  throw new Error('File not found.');
});

test('Retry without the part that requests the registry shows its numbered error', async () => {
  await expect(refreshRemotes('mf-help')).rejects.toMatchObject({ number: 'P301', message: platformErrors.P301 });
});
