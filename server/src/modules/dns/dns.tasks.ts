import { defineKind, type TaskKinds } from '../../tasks/task-kind.ts';
import { deliverZones } from './dns-delivery.ts';
import { claimedDomains } from '../domain/domain.repo.ts';
import { sitesDomains, zoneNames } from './dns.repo.ts';
import { SITES_SERIAL } from './zone-source.ts';
import { addressRecords } from './zone-template.ts';

const leaves = 'What was delivered is served. The rest follows with the next run.';

/** Brings what is saved to the name servers, where these don't read the database themselves. */
export const dnsKinds: TaskKinds = {
  'panel.dns': defineKind({
    label: 'Delivering DNS zones',
    resource: 'panel',
    stale: [],
    steps: [
      {
        name: 'deliver',
        title: 'Delivering changed zones',
        leaves,
        async run({ app, note, signal }) {
          if (app.dns.readsDatabase) return note('The name servers read the database.');
          const { delivered, failed } = await deliverZones(app, signal);
          note(`${delivered} delivered, ${failed} failed`);
        },
        // A zone that failed is tried again by the next run.
        check: async () => true,
      },
      {
        name: 'own',
        title: 'Delivering the domains of the partners, and removing zones that are gone',
        leaves,
        retry: { times: 3, backoffSeconds: 30 },
        async run({ app, signal }) {
          if (app.dns.readsDatabase) return;
          const records = addressRecords('*', app.config.siteAddresses);
          const own = await sitesDomains(app.db);
          for (const each of own) await app.dns.deliver({ ...each, serial: SITES_SERIAL, records }, signal);
          const zones = await zoneNames(app.db);
          const taken = [...zones, ...own.map(({ fqdn }) => fqdn)];
          // A claim never hides names of a zone; its own records come once it is proven.
          const claimed = (await claimedDomains(app.db)).filter(
            ({ fqdn }) => !taken.some((zone) => fqdn === zone || fqdn.endsWith(`.${zone}`)),
          );
          for (const each of claimed) await app.dns.deliver({ ...each, serial: SITES_SERIAL, records: [] }, signal);
          await app.dns.keepOnly(new Set([...taken, ...claimed.map(({ fqdn }) => fqdn)]), signal);
        },
        check: async () => true,
      },
    ],
  }),
};
