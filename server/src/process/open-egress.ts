import type { Config } from '../config.ts';
import type { Clock, Logger } from './app-context.ts';
import type { Database } from '../db/database.ts';
import type { DiskPort } from '../disk/disk-reserve.ts';
import type { LimitPort } from '../hosting/driver.ts';
import { createAttemptCounter } from '../http/rate-limit.repo.ts';
import { createEgress, machineAddresses, type Egress } from '../hosting/egress/egress.ts';
import { dialPanel, type OwnSite } from '../hosting/egress/own-site.ts';
import { createAddressPolicy } from '../hosting/egress/public-address.ts';
import { readRecord, siteFolder } from '../hosting/local/site-folder.ts';
import { createEgressLog } from '../metrics/egress-log.ts';
import { createSiteMail } from '../modules/mail/site-mail.ts';
import { createSiteLimits } from '../modules/site/site-limits.repo.ts';

type Deps = { config: Config; db: Database; limits: LimitPort; clock: Clock; log: Logger; disk: DiskPort };

/** The egress of hosted code, connected to the panel: counts in the database, emails through its mail port. */
export async function openEgress({ config, db, limits, clock, log, disk }: Deps): Promise<Egress> {
  const meter = createEgressLog({ db, clock, log });
  const policy = config.egress ? createAddressPolicy({ allow: config.egressAllow, own: machineAddresses }) : null;
  const ownSite = async (siteId: string): Promise<OwnSite | null> => {
    const record = await readRecord(siteFolder(config.dataDir, siteId)).catch(() => null);
    return record && { url: new URL(record.url), dial: () => dialPanel(config.hosts, config.port, siteId) };
  };
  const egress = await createEgress({
    ...{ policy, limits, meter, ownSite },
    dataDir: config.dataDir,
    limitsOf: createSiteLimits(db),
    isDiskLow: () => disk.isLow(),
    attempts: createAttemptCounter(db, clock),
    relay: createSiteMail({ config, db, log }),
  });
  return {
    open: egress.open,
    reach: egress.reach,
    async close() {
      await egress.close();
      await meter.close();
    },
  };
}
