import { rm } from 'node:fs/promises';
import type { Database } from '../../db/database.ts';
import type { Clock, Logger } from '../../kernel/clock-and-log.ts';
import { readReports } from '../../process/watchdog/report.ts';
import { storeReport } from './report.repo.ts';

/** Stores what the watchdog of an earlier process left in the data folder. A report that cannot be stored stays. */
export async function acceptReports(
  folder: string,
  { db, clock, log }: { db: Database; clock: Clock; log: Logger },
): Promise<void> {
  for (const { file, report } of readReports(folder)) {
    try {
      const heldSite = await storeReport(db, report, clock.now());
      log.error({ ...report, heldSite }, 'an earlier process did not answer and was ended by its watchdog');
      await rm(file);
    } catch (error) {
      log.error({ err: error, file }, 'a report of the watchdog could not be stored');
    }
  }
}
