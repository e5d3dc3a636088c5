import type { DomainAnswer, DomainCheck, DomainEvidence } from '@panel/contract';
import type { CallContext } from '../../context/call-context.ts';
import { withMessage } from '../../context/said.ts';
import { found } from '../../context/scope.ts';
import { shakeHands } from '../../tls/handshake.ts';
import { readSslSetting, servedFor } from '../certificate/certificate.repo.ts';
import { AGAIN_MS } from '../certificate/wildcard.repo.ts';
import { findWorkload } from '../site/find-site.ts';
import { askAboutDomain, type DomainFacts } from '../domain/domain-check.ts';
import { txtName, txtValue } from '../domain/domain-name.ts';
import { proofOf } from '../domain/domain-proof.ts';
import { nextRunOf, openDomainOf, type OpenDomain } from '../domain/domain.repo.ts';

type Part = Pick<DomainCheck, 'state' | 'name' | 'expected' | 'asked'>;

/** What a check that is asked of resolvers says. */
function stateOf(holds: boolean, asked: readonly DomainAnswer[]): DomainCheck['state'] {
  if (holds) return 'holds';
  return asked.every(({ failure }) => failure !== null) ? 'silent' : 'waits';
}

/** Looks at what is served for the domain, by a handshake like a visitor's. Before the proof nothing is. */
async function certificateOf({ app }: CallContext, { host, state }: OpenDomain['domain']): Promise<Part> {
  const { siteAddresses, httpsPort } = app.config;
  const check = { name: host, expected: [], asked: [] };
  if (httpsPort === null) return { ...check, state: 'off' };
  if (state === 'unproven') return { ...check, state: 'later' };
  const seen = await shakeHands({ addresses: siteAddresses, port: httpsPort }, host, app.clock.now());
  const failure = seen.ok ? null : seen.isSilent ? 'closed' : seen.fingerprint === null ? 'none' : 'wrong';
  const by = `${siteAddresses[0] ?? host}:${httpsPort}`;
  return {
    ...check,
    state: seen.ok ? 'holds' : 'waits',
    asked: [{ by, type: 'TLS', answers: seen.ok ? [host] : [], failure }],
  };
}

function partsOf({ app }: CallContext, open: OpenDomain, facts: DomainFacts): Record<keyof DomainFacts['asked'], Part> {
  const { domain: row, partnerNameservers } = open;
  const { nameservers, txt, address } = facts.asked;
  const names = row.nameservers ?? partnerNameservers;
  const isKnown = !facts.isUnknown || facts.isDelegated;
  return {
    nameservers: {
      ...{ name: row.domain, expected: [...names], asked: nameservers },
      state: facts.isDelegated ? 'holds' : isKnown ? 'waits' : 'silent',
    },
    txt: {
      ...{ name: txtName(row.domain), expected: [txtValue(row.token)], asked: txt },
      state: stateOf(facts.hasText, txt),
    },
    address: {
      ...{ name: row.host, expected: [...app.config.siteAddresses], asked: address },
      state: stateOf(facts.leadsHere, address),
    },
  };
}

/** When the panel requests a certificate by itself; null where the handshake makes it. After a failure it waits. */
async function nextRequest({ app }: CallContext, siteId: string): Promise<Date | null> {
  if (app.authority.isInstant) return null;
  const next = await nextRunOf(app.db, 'panel.certificates');
  const setting = await readSslSetting(app.db, { resource: 'site', resourceId: siteId });
  const again = setting?.failedAt ? new Date(setting.failedAt.getTime() + AGAIN_MS) : null;
  return next && again && again > next ? again : next;
}

/**
 * What resolvers and our own servers say of the domain of a site now. It changes nothing: what follows from it is done by the
 * check of the domain.
 * @throws PanelError NOT_FOUND, also without a domain
 */
export async function showEvidence(context: CallContext, id: string): Promise<DomainEvidence> {
  const { app } = context;
  const site = await findWorkload(context, { id });
  const open = found(await openDomainOf(app.db, site.id));
  const { domain: row } = open;
  const [facts, certificate, served, domains, request] = await Promise.all([
    askAboutDomain(app, open),
    certificateOf(context, row),
    servedFor(app.db, row.host, app.clock.now()),
    nextRunOf(app.db, 'panel.domains'),
    row.state === 'connected' ? nextRequest(context, site.id) : null,
  ]);
  const proof = row.state === 'unproven' ? await proofOf(app.db, row, facts) : null;
  const parts = partsOf(context, open, facts);
  // A failed move needs a person.
  const isWatched = row.state === 'unproven' || (row.state === 'proven' && row.triedAt === null);
  const at = (when: Date | null, part: Part): string | null =>
    part.state === 'holds' || part.state === 'off' ? null : (when?.toISOString() ?? null);
  const asked = (['nameservers', 'txt', 'address'] as const).map((check) => ({
    ...{ check, ...parts[check] },
    next_at: isWatched ? at(domains, parts[check]) : null,
  }));
  const shows = certificate.state === 'holds' ? served : undefined;
  const { attributes, name } = context.partner;
  return {
    asked_at: app.clock.now().toISOString(),
    checks: [...asked, { check: 'certificate', ...certificate, next_at: at(request, certificate) }],
    reason: proof && 'missing' in proof ? withMessage(proof.missing) : null,
    nameservers: [...facts.nameservers],
    // The panel's own authority has the name of the partner, whose customers know no other.
    issuer: shows ? (shows.kind === 'local' ? (attributes.RESELLER_COMPANY_NAME ?? name) : shows.issuer) : null,
    valid_until: shows?.notAfter.toISOString() ?? null,
  };
}
