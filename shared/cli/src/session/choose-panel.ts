import { EXIT, Fault, usage } from '../fault.ts';
import { readAddress } from './address.ts';
import { readConfig } from './config-file.ts';

/** A panel, and the token that is sent to it. */
export type Panel = { origin: string; token: string };
export type PanelOptions = { panel?: string; insecureHttp?: boolean };

/**
 * The panel of a command: `--panel`, then PANEL_URL, then the one of the last sign-in. PANEL_TOKEN counts only together with
 * an address, because a token belongs to one panel.
 */
export function choosePanel(options: PanelOptions, env: NodeJS.ProcessEnv = process.env): Panel {
  const { PANEL_URL, PANEL_TOKEN } = env;
  const config = readConfig();
  const typed = options.panel ?? (PANEL_URL || undefined);
  if (PANEL_TOKEN && !typed) throw usage('PANEL_TOKEN needs the address of its panel: set PANEL_URL.');
  if (!typed) {
    const origin = config.current;
    const profile = origin === null ? undefined : config.panels[origin];
    if (origin === null || !profile)
      throw new Fault('You are not signed in. Sign in with "panel login <address>".', EXIT.signedOut);
    const insecureHttp = options.insecureHttp ?? profile.insecureHttp ?? false;
    return { origin: readAddress(origin, { insecureHttp }), token: profile.token };
  }
  const asHttp = readAddress(typed, { insecureHttp: true });
  const profile = config.panels[asHttp];
  const origin = readAddress(typed, { insecureHttp: options.insecureHttp ?? profile?.insecureHttp ?? false });
  const token = PANEL_TOKEN || profile?.token;
  if (!token)
    throw new Fault(`You are not signed in at ${origin}. Sign in with "panel login ${origin}".`, EXIT.signedOut);
  return { origin, token };
}
