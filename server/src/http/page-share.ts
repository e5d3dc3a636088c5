import { BRAND_IMAGE_PATH } from '@panel/contract';
import type { PanelContext } from '../context/env.ts';
import { isKept } from './kept-body.ts';
import type { FairShare } from './fair-share.ts';

/** Files of releases and brands never change, and need no session. */
const FILES = ['/shell/', '/remotes/', BRAND_IMAGE_PATH];

/** Answers what is no call, such as a page, a download or a picture, in the share of its account or address. */
export async function inShare<Answer>(
  share: FairShare,
  c: PanelContext,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const file = FILES.some((folder) => c.req.path.startsWith(folder));
  const viewer = file ? null : await c.get('viewer')();
  const caller = { userId: viewer?.user.id ?? null, ip: c.get('facts').ip };
  const place = await share.enter(file ? 'file' : 'page', caller, c.req.raw.signal);
  let leave = place.leave;
  try {
    await place.turn();
    const answered = await answer();
    const outgoing = c.env?.outgoing;
    // Sending it is most of its work, so the turn lasts until it is written; a long turn lets others go first.
    if (outgoing && answered instanceof Response && isKept(answered)) {
      outgoing.once('close', leave);
      leave = () => undefined;
    }
    return answered;
  } finally {
    leave();
  }
}
