import Stripe from 'stripe';
import type { Books } from './ledger.ts';
import type { ProcessorEvent } from './subscription-objects.ts';

const WAITS_MS = [1000, 5000, 30_000, 120_000, 600_000];
const TIMEOUT_MS = 10_000;

/** The body and the signature of an event, as Stripe sends them. */
export function signedEvent(
  event: ProcessorEvent,
  secret: string,
  seconds: number,
): { body: string; signature: string } {
  const body = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: seconds });
  return { body, signature };
}

export type Target = { url: string; secret: string };

type Deliveries = {
  books: Books;
  /** Where events are sent now; none for nowhere. */
  targets(): readonly Target[];
  delivered(): void;
};

/** Sends events in their order, each until the panel has accepted it, with growing waits. */
export function createDelivery({ books, targets, delivered }: Deliveries): { look(): void; close(): void } {
  let busy = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  const closing = new AbortController();

  async function send(event: ProcessorEvent, { url, secret }: Target): Promise<boolean> {
    const { body, signature } = signedEvent(event, secret, Math.floor(Date.now() / 1000));
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }

  async function work(): Promise<void> {
    for (;;) {
      const [event] = books.pending;
      const to = targets();
      if (!event || to.length === 0 || closing.signal.aborted) return;
      // One that has accepted it gets it again: events may come twice.
      const accepted = await Promise.all(to.map((target) => send(event, target)));
      if (accepted.includes(false)) {
        timer = setTimeout(look, WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]).unref();
        failures += 1;
        return;
      }
      failures = 0;
      const at = books.pending.indexOf(event);
      if (at !== -1) books.pending.splice(at, 1);
      delivered();
    }
  }

  function look(): void {
    if (busy || closing.signal.aborted) return;
    clearTimeout(timer);
    busy = true;
    void work().finally(() => {
      busy = false;
    });
  }

  return {
    look,
    close() {
      clearTimeout(timer);
      closing.abort();
    },
  };
}
