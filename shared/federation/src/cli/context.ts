import { operatorClient, panelAddress, type OperatorClient } from '../release/operator-client.ts';
import { readToken, type Places } from '../release/secrets.ts';

/** Environment of a command; `here` is the current folder. */
export type Context = Places & {
  here: string;
  /** How the command was started: `pnpm` or `panel-remote`. */
  called: string;
  /** The default panel. */
  defaultPanel: string;
  say: (line: string) => void;
};

/** Options of every command that talks to a panel. */
export const PANEL_OPTIONS = { to: { type: 'string' }, 'token-file': { type: 'string' } } as const;
type Given = { to?: string; 'token-file'?: string };

/** The panel that a command targets. @throws PlainError */
export function connect(context: Context, given: Given): { client: OperatorClient; panel: string } {
  const url = panelAddress(given.to ?? context.defaultPanel);
  return { client: operatorClient(url, readToken(given['token-file'], context)), panel: url.origin };
}
