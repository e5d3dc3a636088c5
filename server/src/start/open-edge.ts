import path from 'node:path';
import { CSRF_COOKIE } from '@panel/contract';
import { AVOID_COOKIE } from '@panel/contract/platform-errors';
import { httpsAddressOf } from '../config/tls.ts';
import type { AppContext } from '../context/app-context.ts';
import { knownCookieName, overrideCookieName, sessionCookieName, visitorCookieName } from '../context/cookies.ts';
import { createAttemptCounter } from '../context/rate-limit.repo.ts';
import type { Elsewhere } from '../edge/edge-types.ts';
import { createEdge, type Edge } from '../edge/index.ts';
import { workloadOf } from '../hosting/index.ts';
import { trustedPeers } from '../lib/client-address.ts';
import { addUsage } from '../metrics/usage.repo.ts';
import { createEdgeDirectory } from '../modules/cdn/edge-directory.repo.ts';
import { challengeAnswer } from '../modules/dns/challenge.repo.ts';
import { createDatabaseGate } from '../modules/site-access/database-gate.ts';
import { openForms } from './open-forms.ts';
import { openRegions } from './open-regions.ts';

/** What serves sites to their visitors. */
export function openEdge(app: AppContext, { visit, leftTo }: Pick<Elsewhere, 'visit' | 'leftTo'>): Edge {
  const { authority, config, db, hosting, limits, clock, log, disk, machine } = app;
  return createEdge({
    directory: createEdgeDirectory(db, { authority, clock }),
    driver: hosting,
    metrics: { store: (batch) => addUsage(db, batch) },
    limits: { hit: (hostedId, kind) => limits.hit(workloadOf(hostedId), kind) },
    attempts: createAttemptCounter(db, clock),
    elsewhere: {
      visit,
      isHere: machine.isHere,
      mayServe: machine.mayServe,
      leftTo: (hostedId) => leftTo(workloadOf(hostedId)),
    },
    regionOf: openRegions(config.geoDatabase, log),
    database: createDatabaseGate({ db, clock }),
    forms: openForms(app),
    clock: { now: () => clock.now().getTime() },
    log: { warn: (fields, message) => log.warn(fields, message) },
    config: {
      panelCookies: [true, false]
        .flatMap((secure) =>
          [sessionCookieName, visitorCookieName, overrideCookieName, knownCookieName].map((nameOf) => nameOf(secure)),
        )
        .concat(CSRF_COOKIE, AVOID_COOKIE),
      publicProtocol: config.publicUrl.startsWith('https:') ? 'https' : 'http',
      trusted: trustedPeers(config.trustProxy),
      httpsAddress: (host) => httpsAddressOf(config, host),
      challenge: (token, host) => challengeAnswer(db, token, host),
      uploadDir: path.join(config.dataDir, 'uploads'),
      cacheDir: path.join(config.dataDir, 'edge-cache'),
      isDiskLow: () => disk.isLow(),
    },
  });
}
