import { follow } from './registry.ts';
import { watchRegistry } from './watch-registry.ts';

jest.mock('./registry.ts', () => ({ follow: jest.fn() }));

test('a check that is due while another is under way follows it, once', async () => {
  const ends: (() => void)[] = [];
  jest.mocked(follow).mockImplementation(() => new Promise((resolve) => ends.push(resolve)));
  const endNext = async () => {
    ends.shift()?.();
    await new Promise(process.nextTick);
  };
  watchRegistry();
  const online = () => window.dispatchEvent(new Event('online'));
  online();
  online();
  online();
  expect(follow).toHaveBeenCalledTimes(1);
  await endNext();
  expect(follow).toHaveBeenCalledTimes(2);
  await endNext();
  expect(follow).toHaveBeenCalledTimes(2);
  jest.mocked(follow).mockRejectedValueOnce(new Error('no network'));
  online();
  await endNext();
  online();
  expect(follow).toHaveBeenCalledTimes(4);
});
