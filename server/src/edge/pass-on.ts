import type { IncomingMessage, ServerResponse } from 'node:http';
import { REFUSED_HEADER, relayedBy } from '../lib/relayed.ts';
import type { Upgrade } from '../listen/upgrade.ts';
import { sendPage } from './edge-pages.ts';
import type { EdgeOptions, EdgeSite } from './edge-types.ts';
import type { VisitorFacts } from './visitor-facts.ts';
import { openingOf } from './websocket-handshake.ts';

/** Where a site is now, by a row that was just read. */
type FindAgain = (site: EdgeSite) => Promise<EdgeSite | null>;

/**
 * Passes visits on to the machine that has their site, which does everything that this one would. Resolves to false for a site of
 * this machine.
 * @param findAgain for a site that has just moved
 */
export function createPassOn(
  elsewhere: EdgeOptions['elsewhere'],
  { addressOf, isTls }: VisitorFacts,
  findAgain: FindAgain = async () => null,
) {
  return async (site: EdgeSite, req: IncomingMessage, res: ServerResponse, upgrade?: Upgrade): Promise<boolean> => {
    if (!elsewhere) return false;
    // What it remembers of where sites are may be wrong by now, too.
    if (!elsewhere.mayServe()) {
      sendPage(res, 'cutOff', site.partner, relayedBy(req) === undefined ? {} : { [REFUSED_HEADER]: 'cut off' });
      return true;
    }
    const placeOf = async ({ siteId, nodeId = null }: EdgeSite): Promise<string | null> =>
      nodeId === null || elsewhere.isHere(nodeId) ? elsewhere.leftTo(siteId) : nodeId;
    const send = (nodeId: string): Promise<boolean> => {
      const head = (asked: IncomingMessage, answer: IncomingMessage) =>
        openingOf(asked, answer, site.fqdn.toLowerCase());
      return elsewhere.visit(nodeId, { req, res, upgrade, address: addressOf(req), isTls: isTls(req), head });
    };
    const now = async (): Promise<{ nodeId: string | null } | null> => {
      const found = res.destroyed ? null : await findAgain(site);
      const nodeId = found && (await placeOf(found).catch(() => undefined));
      return found === null || nodeId === undefined ? null : { nodeId };
    };
    const nodeId = await placeOf(site).catch(() => undefined);
    if (nodeId === null) return false;
    // Two machines that disagree would pass it on for ever: this one reads the row once more.
    if (relayedBy(req) !== undefined) {
      if ((await now())?.nodeId === null) return false;
    } else if (nodeId !== undefined) {
      if (await send(nodeId)) return true;
      // What has no body can be sent once more, to where the site is now.
      const isSafe = req.method === 'GET' || req.method === 'HEAD';
      const next = isSafe ? await now() : null;
      if (next?.nodeId === null) return false;
      if (next && next.nodeId !== nodeId && (await send(next.nodeId))) return true;
    }
    // The machine that has passed it on looks where the site is now.
    const moved: Record<string, string> = relayedBy(req) === undefined ? {} : { [REFUSED_HEADER]: 'moved' };
    if (!res.destroyed) sendPage(res, 'lost', site.partner, moved);
    return true;
  };
}
