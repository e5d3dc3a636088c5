import { told, toldReason } from '@panel/core';
import type { RunSite } from '@panel/core';

/** How a site differs from before, in the language of the page. */
export const toldDifferences = ({ differences, difference_texts: texts }: RunSite): string[] =>
  differences.map((message, at) => {
    const text = texts?.[at];
    return text ? toldReason({ message, texts: [text] }) : told(message);
  });
