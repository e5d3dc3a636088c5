import * as v from 'valibot';
import { PanelError } from '../kernel/errors.ts';
import type { AppContext } from './app-context.ts';

/** The sealed content of a signed address. */
const Ticket = v.object({ use: v.string(), partner: v.string(), id: v.string(), until: v.number() });
/** What it opens, of which partner. */
type Opened = { use: 'backup' | 'account-export'; partnerId: string };

/** The part of an address that lets whoever has it read one stored file, until it ends. */
export function signTicket(
  { secrets }: Pick<AppContext, 'secrets'>,
  { use, partnerId: partner }: Opened,
  { id, until }: { id: string; until: number },
): string {
  const ticket: v.InferOutput<typeof Ticket> = { use, partner, id, until };
  return Buffer.from(secrets.seal(JSON.stringify(ticket)), 'base64').toString('base64url');
}

/**
 * The id of a ticket.
 * @throws PanelError NOT_FOUND for another partner's, a changed one, or one of another use, TOKEN_INVALID when it has ended
 */
export function openTicket(
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  token: string,
  { use, partnerId }: Opened,
): { id: string } {
  const ticket = (() => {
    try {
      return v.parse(Ticket, JSON.parse(secrets.open(token)));
    } catch {
      throw new PanelError('NOT_FOUND');
    }
  })();
  if (ticket.use !== use || ticket.partner !== partnerId) throw new PanelError('NOT_FOUND');
  if (ticket.until < clock.now().getTime()) throw new PanelError('TOKEN_INVALID');
  return { id: ticket.id };
}
