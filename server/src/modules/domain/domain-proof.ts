import type { DomainMethod } from '@panel/contract';
import type { AppContext } from '../../context/app-context.ts';
import { said, withMessage, type Said } from '../../context/said.ts';
import type { Database } from '../../db/database.ts';
import { isDuplicate } from '../../db/query-error.ts';
import type { StepContext } from '../../tasks/task-kind.ts';
import { ensureZone } from '../dns/dns.service.ts';
import { takeHost, taskSite } from '../site/site.repo.ts';
import { claimOwner, keepPair } from './claim-pair.repo.ts';
import { askAboutDomain, type DomainFacts } from './domain-check.ts';
import { connectWhenIdle } from './domain-move.ts';
import { hostsOfDomain } from './domain-name.ts';
import {
  areHostsTaken,
  changeDomain,
  claimants,
  domainOf,
  domainsToCheck,
  isBelowOurs,
  notifyOfDomain,
  openDomainOf,
  provenDomain,
  removeDomain,
  type DomainRow,
  type OpenDomain,
} from './domain.repo.ts';
import { displayDomain } from './look-alike.ts';

const DAY_MS = 24 * 3_600_000;
/** What a check has seen, as its row has it: in English. */
const seenAs = (text: Said): string => withMessage(text).message;

/** How long a claim is checked. */
const CLAIM_DAYS = 14;

export const claimEndsAt = ({ createdAt }: Pick<DomainRow, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + CLAIM_DAYS * DAY_MS);

/** How a claim is proven by what the resolvers say, or what is missing. */
export async function proofOf(
  db: Database,
  { elsewhereAt, domain, nameservers }: DomainRow,
  { hasText, isDelegated, missing }: Pick<DomainFacts, 'hasText' | 'isDelegated' | 'missing'>,
): Promise<{ method: DomainMethod } | { missing: Said }> {
  if (hasText) return { method: 'txt' };
  if (!isDelegated) return { missing };
  // Nobody else has these name servers.
  if (nameservers) return { method: 'delegation' };
  // Whoever delegated the domain did so for somebody else.
  if (await isBelowOurs(db, domain))
    return {
      missing: said(
        'A domain above this one uses the name servers, which does not show that it is yours. Add the TXT record.',
      ),
    };
  if ((await claimants(db, domain)) > 1)
    return {
      missing: said('The domain uses the name servers, but another customer added it as well. Add the TXT record.'),
    };
  // Its owner may have forgotten it, and anybody could claim it.
  if (elsewhereAt === null)
    return {
      missing: said(
        'The domain used the name servers before you added it, which does not show that it is yours. Add the TXT record, or set other name servers until the next check.',
      ),
    };
  return { method: 'delegation' };
}

async function endClaim(tx: Database, { domain, customerId }: OpenDomain, text: Said): Promise<void> {
  await removeDomain(tx, domain.id);
  await notifyOfDomain(tx, domain, customerId, 'domain_ended', text);
}

const loseTo = (db: Database, open: OpenDomain): Promise<void> =>
  db.transaction((tx) =>
    endClaim(
      tx,
      open,
      said('{domain}: another customer has verified this domain. Enter another one.', {
        domain: displayDomain(open.domain.host),
      }),
    ),
  );

/** An address of the domain is that of another site. */
class HostTaken extends Error {
  override readonly name = 'HostTaken';
}

/** Serves a domain from now on, and gives it its DNS zone. False when another site was faster. */
async function prove(app: AppContext, open: OpenDomain, method: DomainMethod): Promise<boolean> {
  const { id, resourceId, domain, host } = open.domain;
  const now = app.clock.now();
  const hosts = hostsOfDomain(domain);
  const proving = app.db.transaction(async (tx) => {
    const site = await taskSite(tx, resourceId, { lock: true });
    const claim = await domainOf(tx, resourceId, { lock: true });
    if (!site || site.binnedAt || claim?.id !== id || claim.state !== 'unproven') return false;
    // It belongs to another customer since we asked.
    if (String(claim.nameservers) !== String(open.domain.nameservers)) return false;
    if ((await provenDomain(tx, domain)) || (await areHostsTaken(tx, hosts))) return false;
    await changeDomain(tx, id, { state: 'proven', method, provenAt: now, checkedAt: now, seen: '', updatedAt: now });
    for (const each of hosts) if (!(await takeHost(tx, resourceId, each))) throw new HostTaken(each);
    await ensureZone(app, tx, { ...site, fqdn: host, domainType: 'custom_domain' });
    await keepPair(tx, claim, claimOwner(site));
    const text = said('{domain} is verified. {site} moves there as soon as the domain leads to it.', {
      ...{ domain: displayDomain(host), site: site.fqdn },
    });
    await notifyOfDomain(tx, open.domain, open.customerId, 'domain_verified', text);
    return true;
  });
  const served = await proving.catch((error: unknown) => {
    // Another site proved it between our look and our change.
    if (error instanceof HostTaken || isDuplicate(error)) return false;
    throw error;
  });
  for (const each of hosts) app.edge.invalidate(each);
  return served;
}

/** Checks a domain that its site does not have yet, and does what follows: proves it, ends its claim, or connects it. */
export async function checkDomain(app: AppContext, open: OpenDomain): Promise<void> {
  const { db } = app;
  const { domain: row, customerId } = open;
  if (row.state === 'connected') return;
  const facts = await askAboutDomain(app, open);
  const now = app.clock.now();
  if (row.state === 'unproven') {
    const proof = await proofOf(db, row, facts);
    if (await provenDomain(db, row.domain)) return loseTo(db, open);
    if ('missing' in proof) {
      if (claimEndsAt(row) <= now)
        return db.transaction((tx) =>
          endClaim(
            tx,
            open,
            said('{domain}: it was not verified within {days} days. Add it again to continue.', {
              ...{ domain: displayDomain(row.host), days: CLAIM_DAYS },
            }),
          ),
        );
      return changeDomain(db, row.id, {
        checkedAt: now,
        seen: seenAs(proof.missing),
        // Below a domain of ours, resolvers see what we answer.
        ...(facts.isElsewhere && !(await isBelowOurs(db, row.domain)) && { elsewhereAt: now }),
      });
    }
    if (!(await prove(app, open, proof.method))) {
      const rival = await provenDomain(db, row.domain);
      if (rival && rival.id !== row.id) return loseTo(db, open);
      return changeDomain(db, row.id, {
        checkedAt: now,
        seen: seenAs(said('The domain could not be served. Try again later.')),
      });
    }
  }
  // With our name servers it leads here as soon as its zone is known.
  if (facts.isDelegated || facts.leadsHere) {
    const connecting = await connectWhenIdle(app, { ...row, customerId });
    const seen = connecting ? '' : seenAs(said('The site has another task. It gets the domain afterwards.'));
    return changeDomain(db, row.id, { checkedAt: now, seen });
  }
  await changeDomain(db, row.id, { checkedAt: now, seen: seenAs(said('The domain does not lead to this site yet.')) });
}

/** A verified domain whose site had another task waits for its end. */
export async function connectAfterTask({ app, task }: Pick<StepContext, 'app' | 'task'>): Promise<void> {
  if (task.resource !== 'site') return;
  const open = await openDomainOf(app.db, task.resourceId);
  if (open?.domain.state === 'proven' && open.domain.triedAt === null) await checkDomain(app, open);
}

const MOST = 200;
const AT_ONCE = 20;

/** Checks open domains, the one that was checked first before others. Returns how many. */
export async function checkOpenDomains(app: AppContext, signal: AbortSignal): Promise<number> {
  const open = await domainsToCheck(app.db, MOST);
  for (let from = 0; from < open.length; from += AT_ONCE) {
    signal.throwIfAborted();
    await Promise.all(
      open.slice(from, from + AT_ONCE).map((each) =>
        checkDomain(app, each).catch(async (error: unknown) => {
          app.log.warn({ err: error, domain: each.domain.domain }, 'a domain could not be checked');
          await changeDomain(app.db, each.domain.id, { checkedAt: app.clock.now() });
        }),
      ),
    );
  }
  return open.length;
}
