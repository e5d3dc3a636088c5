import { openHelp, t, useHasHelp } from '@panel/core';
import { Button } from '../parts/button.tsx';

/** Failures of the connection are explained where they are shown, and the help could not be loaded. */
const WITHOUT = new Set(['NETWORK', 'TIMEOUT']);

/** Opens the article about an error beside the page; nothing where there is no help. */
export function HelpButton({ code, onOpen }: { code: string; onOpen?: () => void }) {
  const hasHelp = useHasHelp();
  if (!hasHelp || WITHOUT.has(code)) return null;
  return (
    <Button
      kind="text"
      size="s"
      onClick={() => {
        onOpen?.();
        openHelp(code);
      }}
    >
      {t('What this means')}
    </Button>
  );
}
