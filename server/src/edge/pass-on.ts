import type { IncomingMessage, ServerResponse } from 'node:http';
import { relayedBy } from '../lib/relayed.ts';
import type { Upgrade } from '../listen/upgrade.ts';
import { sendPage } from './edge-pages.ts';
import type { EdgeOptions, EdgeSite } from './edge-types.ts';
import type { VisitorFacts } from './visitor-facts.ts';
import { openingOf } from './websocket-handshake.ts';

/**
 * Passes visits on to the machine that has their site, which does everything that this one would. Resolves to false for a site of
 * this machine.
 */
export function createPassOn(elsewhere: EdgeOptions['elsewhere'], { addressOf, isTls }: VisitorFacts) {
  return async (site: EdgeSite, req: IncomingMessage, res: ServerResponse, upgrade?: Upgrade): Promise<boolean> => {
    const { nodeId = null } = site;
    if (nodeId === null || !elsewhere || elsewhere.isHere(nodeId)) return false;
    const head = (asked: IncomingMessage, answer: IncomingMessage) => openingOf(asked, answer, site.fqdn.toLowerCase());
    const visit = { req, res, upgrade, address: addressOf(req), isTls: isTls(req), head };
    // Two machines that disagree would pass it on for ever.
    const isPassed = relayedBy(req) === undefined && (await elsewhere.visit(nodeId, visit));
    if (!isPassed && !res.destroyed) sendPage(res, 'lost', site.partner);
    return true;
  };
}
