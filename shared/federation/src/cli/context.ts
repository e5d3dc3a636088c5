import { panelAddress, panelClient, type OperatorClient } from '../release/operator-client.ts';
import { readAuthorization, type Named, type Places } from '../release/secrets.ts';

/** Environment of a command; `here` is the current folder. */
export type Context = Places & {
  here: string;
  /** How `registry` is started here, e.g. `npx panel-remote registry`. */
  registry: string;
  /** The default panel. */
  defaultPanel: string;
  say: (line: string) => void;
};

/** Options of every command that talks to a panel. */
export const PANEL_OPTIONS = {
  to: { type: 'string' },
  'token-file': { type: 'string' },
  key: { type: 'string' },
} as const;
type Given = Named & { to?: string };

/** The panel that a command targets. @throws PlainError */
export function connect(context: Context, given: Given): { client: OperatorClient; panel: string } {
  const url = panelAddress(given.to ?? context.defaultPanel);
  return { client: panelClient(url, readAuthorization(url, given, context)).release, panel: url.origin };
}
