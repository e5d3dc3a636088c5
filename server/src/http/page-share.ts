import { BRAND_IMAGE_PATH } from '@panel/contract';
import type { PanelContext } from '../context/env.ts';
import type { FairShare } from './fair-share.ts';

/** Files of releases and brands never change, and need no session. */
const FILES = ['/shell/', '/remotes/', BRAND_IMAGE_PATH];

/** Answers what is no call, such as a page, a download or a picture, in the share of its account or address. */
export async function inShare<Answer extends Response | void>(
  share: FairShare,
  c: PanelContext,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const file = FILES.some((folder) => c.req.path.startsWith(folder));
  const viewer = file ? null : await c.get('viewer')();
  const caller = { userId: viewer?.user.id ?? null, ip: c.get('facts').ip };
  const place = await share.enter(file ? 'file' : 'page', caller, c.req.raw.signal);
  let bytes = 0;
  try {
    await place.turn();
    const answered = await answer();
    bytes = Number((answered ?? c.res).headers.get('content-length') ?? 0);
    return answered;
  } finally {
    place.leave(bytes);
  }
}
