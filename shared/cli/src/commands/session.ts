import type { Command } from 'commander';
import { EXIT, Fault, usage } from '../fault.ts';
import type { CommonOptions } from '../generated/add-call.ts';
import { jsonText, oneLine } from '../output/plain-text.ts';
import { note, printAnswer, say } from '../output/print.ts';
import { readAddress } from '../session/address.ts';
import { ask, write } from '../session/ask.ts';
import { askToken, tokenFromStdin } from '../session/ask-token.ts';
import { choosePanel, type Panel } from '../session/choose-panel.ts';
import { readConfig, writeConfig } from '../session/config-file.ts';
import { shownStart, signInByCode, tellPerson } from '../session/sign-in-by-code.ts';

type LoginOptions = CommonOptions & { tokenStdin?: boolean; withToken?: boolean; host?: string };
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

function keep(origin: string, token: string, insecureHttp: boolean | undefined): void {
  const { panels } = readConfig();
  const profile = { token, ...(insecureHttp && { insecureHttp }) };
  writeConfig({ current: origin, panels: { ...panels, [origin]: profile } });
}

/** Tells the panel that a token is no longer used; whether it knows now. */
async function revoke({ origin, token }: Panel): Promise<boolean> {
  try {
    await write({ origin, token: '' }, 'POST', '/api-token/revocation', { token });
    return true;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    note(`panel: ${oneLine(error.message)}`);
    return false;
  }
}

/** Keeps a token that a person types, once its panel has answered to it. */
async function byToken(origin: string, { tokenStdin, insecureHttp }: LoginOptions): Promise<User | null> {
  const token = tokenStdin ? await tokenFromStdin() : await askToken(`API token of ${origin} (it is not shown): `);
  const user = await accountOf({ origin, token });
  keep(origin, token, insecureHttp);
  return user;
}

/** Keeps the token of a device code at once: it is given a single time. One that cannot be kept is revoked. */
async function byCode(origin: string, { json, insecureHttp }: LoginOptions): Promise<User | null> {
  // A file that is damaged is found before somebody goes to a browser.
  readConfig();
  const { access_token: token } = await signInByCode(origin, (started) =>
    json ? note(jsonText(shownStart(started))) : tellPerson(started),
  );
  try {
    keep(origin, token, insecureHttp);
  } catch (error) {
    await revoke({ origin, token });
    throw error;
  }
  return accountOf({ origin, token });
}

async function login(argument: string | undefined, options: LoginOptions): Promise<void> {
  const { tokenStdin, withToken, insecureHttp, json } = options;
  const address = argument ?? options.host ?? options.panel ?? (process.env['PANEL_URL'] || undefined);
  if (address === undefined) throw usage('Name the panel, such as "panel login https://panel.example.com".');
  const origin = readAddress(address, { insecureHttp });
  const user = await (tokenStdin || withToken ? byToken(origin, options) : byCode(origin, options));
  if (json) return printAnswer({ panel: origin, account: user }, { json });
  say(`Signed in at ${origin} as ${nameOf(user)}.`);
}

async function logout(address: string | undefined, { panel, insecureHttp, json }: CommonOptions): Promise<void> {
  const { current, panels } = readConfig();
  const typed = address ?? panel;
  const origin = typed === undefined ? current : readAddress(typed, { insecureHttp: insecureHttp ?? true });
  const profile = origin === null ? undefined : panels[origin];
  if (origin === null || !profile)
    throw new Fault(`You are not signed in${origin === null ? '' : ` at ${origin}`}.`, EXIT.signedOut);
  const allowed = readAddress(origin, { insecureHttp: insecureHttp ?? profile.insecureHttp ?? false });
  const revoked = await revoke({ origin: allowed, token: profile.token });
  const { [origin]: _, ...rest } = panels;
  writeConfig({ current: current === origin ? (Object.keys(rest)[0] ?? null) : current, panels: rest });
  if (json) return printAnswer({ panel: origin, revoked }, { json });
  say(
    revoked
      ? `Signed out of ${origin}. The token is revoked.`
      : `Signed out of ${origin}. The token stays valid until you revoke it at ${origin}/my-account/api-tokens.`,
  );
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
    .description('sign in by a code that you enter in a browser, or with an API token of your own')
    .argument('[address]', 'such as https://panel.example.com')
    .option('--host <address>', 'the same as the argument')
    .option('--with-token', 'ask for an API token, which you create at /my-account/api-tokens of the panel')
    .option('--token-stdin', 'read an API token from standard input');
  login_.action((address?: string) => login(address, login_.optsWithGlobals<LoginOptions>()));
  const logout_ = program
    .command('logout')
    .description('revoke the token of a panel, and forget it')
    .argument('[address]');
  logout_.action((address?: string) => logout(address, logout_.optsWithGlobals<CommonOptions>()));
  program.command('use').description('choose one of the panels you are signed in at').argument('<address>').action(use);
  const whoami_ = program.command('whoami').description('show the account and the panel');
  whoami_.action(() => whoami(whoami_.optsWithGlobals<CommonOptions>()));
}
