import type { SiteRuntime } from '../runtime/site-runtime.ts';
import type { Egress } from './egress.ts';

/** A runtime that keeps a site's channels open while one of its processes runs. */
export function withEgress(php: SiteRuntime, egress: Egress): SiteRuntime {
  const during = async <T>(
    siteId: string,
    work: (channels: { egress: string; mail: string }) => Promise<T>,
  ): Promise<T> => {
    const { channels, close } = await egress.open(siteId);
    try {
      return await work(channels);
    } finally {
      await close();
    }
  };
  return {
    ...php,
    async serve(mount, options) {
      const { channels, close } = await egress.open(mount.siteId);
      try {
        const process = await php.serve(mount, { ...options, channels });
        // Sockets that cannot be removed now are removed at the next start.
        process.exited.then(close, close).catch(() => undefined);
        return process;
      } catch (error) {
        await close();
        throw error;
      }
    },
    script: (mount, script, input, options) =>
      during(mount.siteId, (channels) => php.script(mount, script, input, { ...options, channels })),
    wp: (mount, args, options) => during(mount.siteId, (channels) => php.wp(mount, args, { ...options, channels })),
  };
}
