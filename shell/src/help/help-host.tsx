import { Slot, useHelp } from '@panel/core';
import { useLocation } from '@panel/core/router';

/** The help beside the page, while the address asks for it. Its code is a remote's, and loads then. */
export function HelpHost() {
  const { topic, show } = useHelp();
  const { pathname } = useLocation();
  if (topic === null) return null;
  const close = () => {
    show(null);
    document.querySelector<HTMLElement>('.f-help')?.focus();
  };
  return <Slot name="help.panel" path={pathname} topic={topic} onTopic={show} onClose={close} />;
}
