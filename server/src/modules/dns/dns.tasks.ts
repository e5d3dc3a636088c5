import { defineKind, type TaskKinds } from '../../tasks/task-kind.ts';
import { deliverZones } from './dns-delivery.ts';
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
          const names = [...(await zoneNames(app.db)), ...own.map(({ fqdn }) => fqdn)];
          await app.dns.keepOnly(new Set(names), signal);
        },
        check: async () => true,
      },
    ],
  }),
};
