import { isRehearsal } from '../rehearsal-id.ts';
import type { SiteChannels, SiteRuntime } from '../runtime/site-runtime.ts';
import type { NodeRuntime } from '../node/node-runtime.ts';
import type { Egress } from './egress.ts';

/**
 * A runtime that keeps a site's channels open while one of its processes runs. A rehearsal has none: what a backup
 * sends, it has sent before.
 */
export function withEgress(php: SiteRuntime, egress: Pick<Egress, 'open'>): SiteRuntime {
  const during = async <T>(siteId: string, work: (channels?: SiteChannels) => Promise<T>): Promise<T> => {
    if (isRehearsal(siteId)) return work();
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
      if (isRehearsal(mount.siteId)) return php.serve(mount, options);
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
      during(mount.siteId, (channels) =>
        php.script(mount, script, input, { ...options, ...(channels && { channels }) }),
      ),
    wp: (mount, args, options) =>
      during(mount.siteId, (channels) => php.wp(mount, args, { ...options, ...(channels && { channels }) })),
  };
}

/** The same for applications. Their builds reach what each command needs. */
export function withAppEgress(node: NodeRuntime, egress: Pick<Egress, 'open' | 'registry'>): NodeRuntime {
  return {
    ...node,
    async serve(app, options) {
      if (isRehearsal(app.siteId)) return node.serve(app, options);
      const { channels, close } = await egress.open(app.siteId);
      try {
        const process = await node.serve(app, { ...options, channels });
        process.exited.then(close, close).catch(() => undefined);
        return process;
      } catch (error) {
        await close();
        throw error;
      }
    },
    async run(command) {
      const { network, siteId } = command;
      if (network === 'none') return node.run(command);
      const way =
        network === 'registry'
          ? await egress.registry(siteId)
          : await egress.open(siteId).then(({ channels, close }) => ({ socket: channels.egress, close }));
      try {
        return await node.run({ ...command, egress: way.socket });
      } finally {
        await way.close();
      }
    },
  };
}
