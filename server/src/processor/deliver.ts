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

type Deliveries = {
  books: Books;
  secret: string;
  url(): string | null;
  delivered(): void;
};

/** Sends events in their order, each until the panel has accepted it, with growing waits. */
export function createDelivery({ books, secret, url, delivered }: Deliveries): { look(): void; close(): void } {
  let busy = false;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  const closing = new AbortController();

  async function send(event: ProcessorEvent, to: string): Promise<boolean> {
    const { body, signature } = signedEvent(event, secret, Math.floor(Date.now() / 1000));
    try {
      const answer = await fetch(to, {
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
      const to = url();
      if (!event || to === null || closing.signal.aborted) return;
      if (!(await send(event, to))) {
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
