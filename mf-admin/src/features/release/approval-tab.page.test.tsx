import { act, screen, waitFor, within } from '@testing-library/react';
import { CSRF_COOKIE, CSRF_HEADER } from '@panel/contract/wire';
import { createBridge, makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const remote = { manifest, pages };
type Operator = Awaited<ReturnType<typeof makeScenario>>;

/** Two releases of a package, the first of them stable. */
const operator = () =>
  makeScenario({
    role: 'superadmin',
    releases: { versions: ['one', 'two'], changes: [{ action: 'promote', version: 'one' }] },
  });

/** A call of an operator from another browser; before the page is opened, which has the document's cookies. */
async function call({ host, cookie, serverUrl }: Operator, method: string, path: string, body: object) {
  const bridge = createBridge(serverUrl, host);
  const address = `http://${host}`;
  for (const pair of cookie.split('; ')) await bridge.jar.setCookie(`${pair}; Path=/`, `${address}/`);
  await bridge.fetch(`${address}/partner/whitelabel`);
  const token = (await bridge.jar.getCookies(address)).find(({ key }) => key === CSRF_COOKIE);
  const headers = { 'content-type': 'application/json', [CSRF_HEADER]: token?.value ?? '' };
  const answer = await bridge.fetch(address + path, { method, headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
}

const askForTwo = (by: Operator) => call(by, 'PUT', `/platform/packages/${by.package}/approval`, { twoPersons: true });
const request = (by: Operator) =>
  call(by, 'POST', `/platform/channels/${by.package}`, { action: 'promote', version: 'two' });
const cardOf = ({ package: name }: Operator) =>
  screen.findByRole('region', { name: `Promote ${name} two for all partners` });
const openTab = (as: Operator) => renderPage({ remote, as, path: '/admin/releases?view=approvals' });

test('what another operator requested is applied by an approval here', async () => {
  const other = await operator();
  await askForTwo(other);
  await request(other);
  const { user } = await openTab(await makeScenario({ role: 'superadmin' }));
  const card = within(await cardOf(other));
  expect(card.getByText(new RegExp(`^Requested by ${other.user?.email}`))).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText(`${other.package}: stable was one, is two now, for all partners.`)).toBeVisible();
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: new RegExp(other.package) })).not.toBeInTheDocument(),
  );
});

test('the dialog of a change shows that it will wait; the requester cannot approve it, but can take it back', async () => {
  const me = await operator();
  await askForTwo(me);
  const { user, router } = await renderPage({
    remote,
    as: me,
    path: `/admin/releases?package=${me.package}&view=releases`,
  });
  const row = await screen.findByRole('row', { name: /^two/ });
  await user.click(within(row).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: /^Promote/ }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/Two persons have to approve this/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Promote' }));
  expect(await screen.findByText(/a second person has to approve it/)).toBeVisible();
  await act(() => router.navigate('/admin/releases?view=approvals'));
  const card = within(await cardOf(me));
  const approve = card.getByRole('button', { name: 'Approve' });
  expect(approve).toHaveAttribute('aria-disabled', 'true');
  expect(approve).toHaveAccessibleDescription('You have approved it already. Another person has to approve it, too.');
  await user.click(card.getByRole('button', { name: 'Reject' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: new RegExp(me.package) })).not.toBeInTheDocument());
});

test('a request that someone else has decided disappears, with the reason', async () => {
  const other = await operator();
  await askForTwo(other);
  await request(other);
  const me = await makeScenario({ role: 'superadmin' });
  const { user, bridge } = await openTab(me);
  const card = within(await cardOf(other));
  const [approval] = (
    (await (await bridge.fetch(`http://${me.host}/platform/approvals`)).json()) as {
      waiting: { id: string; package: string }[];
    }
  ).waiting.filter((each) => each.package === other.package);
  const token = (await bridge.jar.getCookies(`http://${me.host}`)).find(({ key }) => key === CSRF_COOKIE);
  const rejected = await bridge.fetch(`http://${me.host}/platform/approvals/${approval?.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [CSRF_HEADER]: token?.value ?? '' },
    body: JSON.stringify({ decision: 'reject' }),
  });
  expect(rejected.status).toBe(200);
  await user.click(card.getByRole('button', { name: 'Approve' }));
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: new RegExp(other.package) })).not.toBeInTheDocument(),
  );
  expect(await screen.findByText('This was rejected already.')).toBeVisible();
});
