import type { Config } from '../config/config.ts';
import type { Clock, Logger } from '../kernel/clock-and-log.ts';
import type { Database } from '../db/database.ts';
import type { DiskPort } from '../disk/disk-reserve.ts';
import { createDelegations, type Delegations } from '../dns/parent/parent-delegation.ts';
import type { LimitPort } from '../hosting/driver.ts';
import { createAttemptCounter } from '../context/rate-limit.repo.ts';
import { createDirectory, type Directory } from '../hosting/directory/directory.ts';
import { createDial } from '../hosting/egress/dial.ts';
import { createEgress, machineAddresses, type Egress } from '../hosting/egress/egress.ts';
import { dialChosen } from '../hosting/egress/chosen-server.ts';
import { dialPanel, type OwnSite } from '../hosting/egress/own-site.ts';
import { createOutside, type Outside } from '../hosting/egress/outside.ts';
import { createAddressPolicy, type AddressPolicy } from '../hosting/egress/public-address.ts';
import { rememberingFailures, systemResolve } from '../hosting/egress/resolver.ts';
import { readRecord, siteFolder } from '../hosting/local/site-folder.ts';
import { workloadOf } from '../hosting/preview-id.ts';
import { createEgressLog } from '../metrics/egress-log.ts';
import { createSiteMail } from '../modules/mail/site-mail.ts';
import type { UploadPool } from '../uploads/upload-pool.ts';
import { createSiteLimits } from '../modules/site/site-limits.repo.ts';

type Deps = { config: Config; db: Database; limits: LimitPort; clock: Clock; log: Logger; disk: DiskPort };

/** Who hosted code, and the panel in a customer's name, may connect to. Null closes the egress. */
const addressPolicyOf = ({ egress, egressAllow }: Config): AddressPolicy | null =>
  egress ? createAddressPolicy({ allow: egressAllow, own: machineAddresses }) : null;

/** Requests of the panel itself to addresses that customers typed, under the rules for hosted code. */
export function openOutside(config: Config): Outside {
  const now = Date.now;
  const resolve = rememberingFailures(systemResolve(), now);
  return createOutside(createDial({ policy: addressPolicyOf(config), resolve, now }));
}

/**
 * Requests of the panel itself to the directory of plugins and themes, which the operator has chosen and which may be in a
 * private network. What its answers name is under the rules for hosted code.
 */
export function openDirectory(
  config: Config,
  { uploads, clock }: { uploads: UploadPool; clock: Clock },
): Directory | null {
  if (config.wordpressDirectory === undefined) return null;
  const home = new URL(config.wordpressDirectory);
  const now = Date.now;
  const resolve = rememberingFailures(systemResolve(), now);
  const others = createDial({ policy: addressPolicyOf(config), resolve, now });
  const outside = createOutside(dialChosen(home, { resolve, now, others }));
  return createDirectory({
    home,
    outside,
    now: () => clock.now().getTime(),
    read: (owner, answer) => uploads.run('directoryAnswer', owner, answer),
  });
}

/** Questions of the panel itself to the name servers above customers' domains, at public addresses and `EGRESS_ALLOW`. */
export function openDelegations({ dnsResolvers, dnsParentPort, egressAllow }: Config): Delegations {
  const { allows } = createAddressPolicy({ allow: egressAllow, own: machineAddresses });
  return createDelegations({ resolvers: dnsResolvers, port: dnsParentPort, allows });
}

/** The egress of hosted code, connected to the panel: counts in the database, emails through its mail port. */
export async function openEgress({ config, db, limits, clock, log, disk }: Deps): Promise<Egress> {
  const meter = createEgressLog({ db, clock, log });
  const siteLimits = createSiteLimits(db);
  const relay = createSiteMail({ config, db, log });
  const policy = addressPolicyOf(config);
  const ownSite = async (siteId: string): Promise<OwnSite | null> => {
    const record = await readRecord(siteFolder(config.dataDir, siteId)).catch(() => null);
    return record && { url: new URL(record.url), dial: () => dialPanel(config.hosts, config.port, siteId) };
  };
  const egress = await createEgress({
    ...{ policy, ownSite },
    // What previews do counts as that of their application.
    limits: { hit: (id, kind) => limits.hit(workloadOf(id), kind) },
    meter: { add: (id, more) => meter.add(workloadOf(id), more) },
    dataDir: config.dataDir,
    limitsOf: (id) => siteLimits(workloadOf(id)),
    isDiskLow: () => disk.isLow(),
    attempts: createAttemptCounter(db, clock),
    relay: { ...relay, send: (mail) => relay.send({ ...mail, siteId: workloadOf(mail.siteId) }) },
    registry: new URL(config.npmRegistry),
  });
  return {
    open: egress.open,
    registry: egress.registry,
    reach: egress.reach,
    async close() {
      await egress.close();
      await meter.close();
    },
  };
}
