import { currentWork } from '../lib/running-work.ts';
import type { HostingDriver } from './driver.ts';
import { HostingError } from './hosting-error.ts';

/**
 * Keeps sites asleep that are held: visits, scheduled jobs and checks do not start them. What a person started may use
 * them, because that is how they are repaired.
 */
export function keepAsleep(driver: HostingDriver, isHeld: (siteId: string) => boolean): HostingDriver {
  const awake = (siteId: string): void => {
    if (currentWork()?.userId !== undefined || !isHeld(siteId)) return;
    throw new HostingError('HELD', 'This site is paused, because it caused a problem on the server.', {
      retryable: true,
    });
  };
  return {
    ...driver,
    async start(siteId, ...rest) {
      awake(siteId);
      return driver.start(siteId, ...rest);
    },
    async exec(siteId, ...rest) {
      awake(siteId);
      return driver.exec(siteId, ...rest);
    },
    async runAppCommand(siteId, ...rest) {
      awake(siteId);
      return driver.runAppCommand(siteId, ...rest);
    },
    async verify(siteId, ...rest) {
      awake(siteId);
      return driver.verify(siteId, ...rest);
    },
  };
}
