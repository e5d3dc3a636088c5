import { headerButtons } from '@panel/frame';
import { useHasHelp, useHelp } from '@panel/core';
import { reactRenderer } from '@panel/ui';

/** Opens the help beside the page, and closes it. */
export function HelpButton() {
  const { topic, show } = useHelp();
  if (!useHasHelp()) return null;
  return headerButtons.help(reactRenderer, {
    'aria-expanded': topic !== null,
    onClick: () => show(topic === null ? '' : null),
  });
}
