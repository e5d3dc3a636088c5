import { operatorClient, panelAddress, type OperatorClient } from '../release/operator-client.ts';
import { readToken, type Places } from '../release/secrets.ts';

/** What a command works with; `here` is the folder it was started in. */
export type Context = Places & {
  here: string;
  /** How the command is called where it was started: `pnpm` or `panel-remote`. */
  called: string;
  /** The panel that is asked when no address is given. */
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
