import { defineKind, type TaskKinds } from '../../tasks/task-kind.ts';
import type { AppContext } from '../../context/app-context.ts';
import { deliverSaved, requestDelivery } from './dns-delivery.ts';
import { claimedDomains } from './claimed-domains.repo.ts';
import { deliverAgain, servedSerials, sitesDomains, zoneNames } from './dns.repo.ts';
import { withChallenges } from './zone-challenges.ts';
import { claimedZone, SITES_SERIAL } from './zone-source.ts';
import { addressRecords } from './zone-template.ts';

const leaves = 'What was delivered is served. The rest follows with the next run.';

/** Those of the partners, and the domains that somebody claims. */
async function otherZones({ db }: AppContext) {
  const own = await sitesDomains(db);
  const taken = [...(await zoneNames(db)), ...own.map(({ fqdn }) => fqdn)];
  // A claim never hides names of a zone; its own records come once it is proven.
  const claimed = (await claimedDomains(db)).filter(
    ({ fqdn }) => !taken.some((zone) => fqdn === zone || fqdn.endsWith(`.${zone}`)),
  );
  return { own, claimed, names: new Set([...taken, ...claimed.map(({ fqdn }) => fqdn)]) };
}

/** Brings what is saved to the name servers, where these don't read the database themselves. */
export const dnsKinds: TaskKinds = {
  'panel.dns-zones': defineKind({
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
          const { delivered, failed } = await deliverSaved(app, signal);
          note(`${delivered} delivered, ${failed} failed`);
        },
        // A zone that failed is tried again by the next run.
        check: async () => true,
      },
    ],
  }),
  'panel.dns': defineKind({
    label: 'Keeping the name servers up to date',
    resource: 'panel',
    stale: [],
    steps: [
      {
        name: 'own',
        title: 'Delivering the domains of the partners, removing zones that are gone, and comparing versions',
        leaves,
        retry: { times: 3, backoffSeconds: 30 },
        async run({ app, signal }) {
          if (app.dns.readsDatabase) return;
          const records = addressRecords('*', app.config.siteAddresses);
          const { own, claimed } = await otherZones(app);
          for (const each of own)
            await app.dns.deliver(
              each.fqdn,
              () => withChallenges(app.db, { ...each, serial: SITES_SERIAL, records }),
              signal,
            );
          for (const each of claimed) {
            await app.dns.deliver(each.fqdn, async () => claimedZone(each), signal);
            // It may have been proven meanwhile, and its records delivered.
            await redeliver(app, [each.fqdn]);
          }
          const gone = await app.dns.keepOnly(async () => (await otherZones(app)).names, signal);
          // One of the same name may be new.
          await redeliver(app, gone);
          const found = await app.dns.serials(signal);
          // A version that is delivered in between is delivered twice.
          const others = (await servedSerials(app.db)).filter(
            ({ fqdn, serial }) => found.get(fqdn) !== serial && !own.some((each) => each.fqdn === fqdn),
          );
          await redeliver(
            app,
            others.map(({ fqdn }) => fqdn),
          );
        },
        check: async () => true,
      },
    ],
  }),
};

async function redeliver(app: AppContext, names: readonly string[]): Promise<void> {
  if ((await deliverAgain(app.db, names)) > 0) await requestDelivery(app);
}
