import { PLAN_REASONS, type PlanReason, type Sentence } from '@panel/contract';
import { sentence } from '../../context/said.ts';
import type { NoPictures, PageDifference } from '../../db/schema.ts';

/** What people read for a stored reason. A process of an earlier version may have written the sentence itself. */
export const reasonText = (reason: PlanReason): string =>
  Object.hasOwn(PLAN_REASONS, reason) ? PLAN_REASONS[reason] : reason;

/** Numbers as they are: a status is no amount. */
const plain = ({ before, after }: { before: number | string; after: number | string }) => ({
  before: `${before}`,
  after: `${after}`,
});

/** What people read for a stored difference. */
export function differenceText(difference: PageDifference | string): Sentence {
  if (typeof difference === 'string') return sentence(difference);
  switch (difference.code) {
    case 'status':
      return sentence('The home page answers {after} instead of {before}.', plain(difference.params));
    case 'title':
      return sentence('The title of the home page was “{before}” and is “{after}”.', plain(difference.params));
    case 'bytes':
      return sentence('The home page had {before} bytes and has {after} bytes.', plain(difference.params));
    case 'look':
      return sentence('The home page looks different.');
  }
}

const NO_PICTURES: Readonly<Record<NoPictures, Sentence>> = {
  off: sentence('This server takes no pictures, so only the answers were compared.'),
  protected: sentence('The site asks for a password, so only its answers were compared.'),
  no_browser: sentence('This server has no browser, so only the answers were compared.'),
  failed_before: sentence('No picture could be taken before the change, so only the answers were compared.'),
  failed_after: sentence('No picture could be taken after the change, so only the answers were compared.'),
};

/** What people read for the stored reason why there are no pictures. */
export const noPicturesText = (reason: NoPictures): string =>
  Object.hasOwn(NO_PICTURES, reason) ? NO_PICTURES[reason].template : reason;
