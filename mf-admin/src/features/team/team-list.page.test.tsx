import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = () => renderPage({ remote: { manifest, pages }, role: 'superadmin', path: '/admin/teams' });
type Page = Awaited<ReturnType<typeof open>>;

/** A raw Ed25519 public key, base64, as the command prints it. */
const rawOf = (publicKey: KeyObject) =>
  publicKey.export({ type: 'spki', format: 'der' }).subarray(12).toString('base64');

/** The test server has the teams of other tests, too. */
const names = () => {
  const mark = randomBytes(4).toString('hex');
  return { team: `Team ${mark}`, pkg: `mf-t${mark}` };
};

async function addTeam({ user }: Page, { team, pkg }: ReturnType<typeof names>) {
  await user.click(await screen.findByRole('button', { name: 'Add team' }));
  const panel = await screen.findByRole('dialog', { name: 'Add team' });
  await user.type(await within(panel).findByLabelText(/^Name/), team);
  await user.type(within(panel).getByLabelText(/^Packages/), pkg);
  await user.click(within(panel).getByRole('button', { name: 'Add team' }));
  return screen.findByRole('row', { name: new RegExp(`^${team}`) });
}

async function choose({ user }: Page, row: HTMLElement, action: RegExp) {
  await user.click(within(row).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog');
}

const rowOf = (team: string) => screen.findByRole('row', { name: new RegExp(`^${team}`) });

async function pasteKey(page: Page, team: string, keys = generateKeyPairSync('ed25519')) {
  const panel = await choose(page, await rowOf(team), /^Paste a public key/);
  await page.user.click(await within(panel).findByLabelText(/^Public key/));
  await page.user.paste(rawOf(keys.publicKey));
  await page.user.click(within(panel).getByRole('button', { name: 'Add key' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

test.each(['customer', 'admin'] as const)('a %s is sent to /forbidden', async (role) => {
  const { address } = await renderPage({ remote: { manifest, pages }, role, path: '/admin/teams' });
  await waitFor(() => expect(address()).toBe('/forbidden'));
});

test('a team is added with its packages, and has no key yet', async () => {
  const page = await open();
  const made = names();
  const row = await addTeam(page, made);
  expect(within(row).getByText(made.pkg)).toBeVisible();
  expect(within(row).getByText('No key yet')).toBeVisible();
  expect(within(row).getByText('Never')).toBeVisible();
});

test('a package of another team is refused in the form, which keeps its input', async () => {
  const page = await open();
  const [first, second] = [names(), names()];
  await addTeam(page, first);
  await page.user.click(await screen.findByRole('button', { name: 'Add team' }));
  const panel = await screen.findByRole('dialog', { name: 'Add team' });
  await page.user.type(await within(panel).findByLabelText(/^Name/), second.team);
  await page.user.type(within(panel).getByLabelText(/^Packages/), first.pkg);
  await page.user.click(within(panel).getByRole('button', { name: 'Add team' }));
  expect(await within(panel).findByRole('alert')).toHaveTextContent(`${first.pkg} belongs to another team.`);
  expect(within(panel).getByLabelText(/^Name/)).toHaveValue(second.team);
});

test('a text that is no package is named at its field', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Add team' }));
  const panel = await screen.findByRole('dialog', { name: 'Add team' });
  await user.type(await within(panel).findByLabelText(/^Name/), 'Any');
  await user.type(within(panel).getByLabelText(/^Packages/), 'mf-ok, Orders');
  await user.click(within(panel).getByRole('button', { name: 'Add team' }));
  expect(await within(panel).findByText(/“Orders” is not a package/)).toBeVisible();
});

test('an invitation shows its command once, and the row shows that the team is invited', async () => {
  const page = await open();
  const made = names();
  await addTeam(page, made);
  const dialog = await choose(page, await rowOf(made.team), /^Invite/);
  await page.user.click(within(dialog).getByRole('button', { name: 'Create invitation' }));
  expect(
    await within(dialog).findByText(/^npx panel-remote release enroll invite_[\w-]{43} team\.pem --to http/),
  ).toBeVisible();
  await page.user.click(within(dialog).getByRole('button', { name: 'Done' }));
  expect(await within(await rowOf(made.team)).findByText('Invited')).toBeVisible();
  const again = await choose(page, await rowOf(made.team), /^Invite/);
  expect(within(again).getByText(/It replaces the open invitation of/)).toBeVisible();
  expect(within(again).queryByText(/invite_/)).not.toBeInTheDocument();
});

test('a second key replaces the first, which has an end; each can be revoked', async () => {
  const page = await open();
  const made = names();
  await addTeam(page, made);
  await pasteKey(page, made.team);
  expect(await within(await rowOf(made.team)).findByText('Active')).toBeVisible();
  await pasteKey(page, made.team);
  await page.user.click(within(await rowOf(made.team)).getByRole('link', { name: made.team }));
  const panel = await screen.findByRole('dialog', { name: `Keys of ${made.team}` });
  expect(within(panel).getByText('Being replaced')).toBeVisible();
  expect(within(panel).getByText('Works until')).toBeVisible();
  const [newest] = within(panel).getAllByRole('button', { name: 'Revoke' });
  await page.user.click(newest as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: `Revoke the key of ${made.team}?` });
  await page.user.click(within(dialog).getByRole('button', { name: 'Revoke key' }));
  expect(await screen.findByText(/^Key [0-9a-f]{16} revoked\.$/)).toBeVisible();
  expect(await within(await rowOf(made.team)).findByText('Being replaced')).toBeVisible();
});

/** What `panel-remote registry` sends with a team's key. */
function callToken({ publicKey, privateKey }: Record<'publicKey' | 'privateKey', KeyObject>, host: string): string {
  const text = JSON.stringify({ use: 'panel call', host, at: new Date().toISOString() });
  const raw = Buffer.from(rawOf(publicKey), 'base64');
  const keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  return `call_${Buffer.from(JSON.stringify({ text, keyId, signature })).toString('base64url')}`;
}

test('an attempt to promote another package is listed with the key, the team and what belongs to it', async () => {
  const page = await open();
  const made = names();
  const keys = generateKeyPairSync('ed25519');
  await addTeam(page, made);
  await pasteKey(page, made.team, keys);
  const { host } = page.scenario;
  const refused = await act(() =>
    page.bridge.fetch(`http://${host}/platform/channels/shell`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${callToken(keys, host)}` },
      body: JSON.stringify({ action: 'promote' }),
    }),
  );
  expect(refused.status).toBe(403);
  await act(() => page.cache.invalidateQueries());
  const attempts = within(await screen.findByRole('list', { name: 'Rejected attempts' }));
  expect(
    attempts.getByText(new RegExp(`of the team ${made.team} may release ${made.pkg} only: shell does not belong`)),
  ).toBeVisible();
});

test('two persons approve what a package runs once its switch is on; turning it off waits', async () => {
  const page = await open();
  const made = names();
  await addTeam(page, made);
  const rule = () => screen.findByRole('switch', { name: made.pkg });
  await page.user.click(await rule());
  expect(await screen.findByText(`${made.pkg}: two persons approve what it runs from now on.`)).toBeVisible();
  await waitFor(async () => expect(await rule()).toBeChecked());
  await page.user.click(await rule());
  expect(await screen.findByText('Turning it off waits for approval')).toBeVisible();
  expect(await rule()).toBeChecked();
  expect(await rule()).toBeDisabled();
});

test('a team without a key that is accepted has none to revoke, and the menu says why', async () => {
  const page = await open();
  const made = names();
  await addTeam(page, made);
  await page.user.click(within(await rowOf(made.team)).getByRole('button', { name: /^Actions for/ }));
  const item = await screen.findByRole('menuitem', { name: /^Revoke the key/ });
  expect(item).toHaveAttribute('aria-disabled', 'true');
  expect(item).toHaveTextContent('The team has no key that is accepted.');
});
