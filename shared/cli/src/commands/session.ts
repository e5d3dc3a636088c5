import type { Command } from 'commander';
import { EXIT, Fault } from '../fault.ts';
import type { CommonOptions } from '../generated/add-call.ts';
import { printAnswer, say } from '../output/print.ts';
import { readAddress } from '../session/address.ts';
import { ask } from '../session/ask.ts';
import { askToken, tokenFromStdin } from '../session/ask-token.ts';
import { choosePanel, type Panel } from '../session/choose-panel.ts';
import { readConfig, writeConfig } from '../session/config-file.ts';

type LoginOptions = CommonOptions & { tokenStdin?: boolean };
type User = { id: string; email: string; firstname: string; lastname: string; role: string };

/** The account of a token; null when its scopes do not include that, which the panel says only of a valid token. */
async function accountOf(panel: Panel): Promise<User | null> {
  try {
    const user = await ask<Partial<User>>(panel, { method: 'GET', path: '/user/profile' });
    if (typeof user.email !== 'string') throw new Fault(`${panel.origin} is not a panel.`, EXIT.unreachable);
    return user as User;
  } catch (error) {
    if (error instanceof Fault && error.code === 'API_TOKEN_SCOPE') return null;
    throw error;
  }
}

const nameOf = (user: User | null): string => user?.email ?? 'a token without the scope account:read';

async function login(address: string, { tokenStdin, insecureHttp }: LoginOptions): Promise<void> {
  const origin = readAddress(address, { insecureHttp });
  const token = tokenStdin ? await tokenFromStdin() : await askToken(`API token of ${origin} (it is not shown): `);
  const user = await accountOf({ origin, token });
  const { panels } = readConfig();
  const profile = { token, ...(insecureHttp && { insecureHttp }) };
  writeConfig({ current: origin, panels: { ...panels, [origin]: profile } });
  say(`Signed in at ${origin} as ${nameOf(user)}.`);
}

function logout(address: string | undefined, { panel, insecureHttp }: CommonOptions): void {
  const { current, panels } = readConfig();
  const typed = address ?? panel;
  const origin = typed === undefined ? current : readAddress(typed, { insecureHttp: insecureHttp ?? true });
  if (origin === null || !panels[origin])
    throw new Fault(`You are not signed in${origin === null ? '' : ` at ${origin}`}.`, EXIT.signedOut);
  const { [origin]: _, ...rest } = panels;
  writeConfig({ current: current === origin ? (Object.keys(rest)[0] ?? null) : current, panels: rest });
  say(`Signed out of ${origin}. The token stays valid until you revoke it at ${origin}/my-account/api-tokens.`);
}

function use(address: string): void {
  const origin = readAddress(address, { insecureHttp: true });
  const { panels } = readConfig();
  if (!panels[origin])
    throw new Fault(`You are not signed in at ${origin}. Sign in with "panel login ${origin}".`, EXIT.signedOut);
  writeConfig({ current: origin, panels });
  say(`Commands go to ${origin} now.`);
}

async function whoami(options: CommonOptions): Promise<void> {
  const panel = choosePanel(options);
  const user = await accountOf(panel);
  if (options.json) return printAnswer({ panel: panel.origin, account: user }, options);
  say(`${nameOf(user)} at ${panel.origin}`);
}

/** Signing in and out, and which panel is meant. */
export function addSession(program: Command): void {
  const login_ = program
    .command('login')
    .description('sign in with an API token, which you create at /my-account/api-tokens of the panel')
    .argument('<address>', 'such as https://panel.example.com')
    .option('--token-stdin', 'read the token from standard input');
  login_.action((address: string) => login(address, login_.optsWithGlobals<LoginOptions>()));
  const logout_ = program.command('logout').description('forget the token of a panel').argument('[address]');
  logout_.action((address?: string) => logout(address, logout_.optsWithGlobals<CommonOptions>()));
  program.command('use').description('choose one of the panels you are signed in at').argument('<address>').action(use);
  const whoami_ = program.command('whoami').description('show the account and the panel');
  whoami_.action(() => whoami(whoami_.optsWithGlobals<CommonOptions>()));
}
