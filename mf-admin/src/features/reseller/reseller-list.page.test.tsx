import { screen, waitFor, within } from '@testing-library/react';
import type { Reseller } from '@panel/core';
import { renderInUi, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { CertificateState } from './reseller-certificate.tsx';

const open = (path = '/admin/partners', input: Partial<Parameters<typeof renderPage>[0]> = {}) =>
  renderPage({ remote: { manifest, pages }, path, role: 'superadmin', ...input });
type Page = Awaited<ReturnType<typeof open>>;

/** The test server has the partners of other tests, too. */
const word = () => `r${Math.random().toString(36).slice(2, 10)}`;
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

async function add({ user }: Page, name: string, values: Partial<Record<string, string>> = {}) {
  await user.click(await screen.findByRole('button', { name: 'Add a partner' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Add a partner' }));
  const all: Record<string, string | undefined> = {
    Name: `Agency ${name}`,
    'Panel host': `${name}.localhost`,
    'Domain of its sites': `${name}-sites.localhost`,
    'Support email': `help@${name}.example`,
    Email: `rosa@${name}.example`,
    ...values,
  };
  for (const [label, value] of Object.entries(all)) {
    await user.click(await panel.findByRole('textbox', { name: new RegExp(`^${label}`) }));
    await user.paste(value ?? '');
  }
  await user.click(panel.getByRole('button', { name: 'Create partner' }));
  return panel;
}

async function choose({ user }: Page, name: string, action: string) {
  await user.click(within(await row(name)).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
}

test.each(['customer', 'admin'] as const)('a %s is sent to /forbidden', async (role) => {
  const { address } = await open('/admin/partners', { role });
  await waitFor(() => expect(address()).toBe('/forbidden'));
});

test('a partner is added with its limits, and the list says what it uses of them', async () => {
  const page = await open();
  const name = word();
  await add(page, name, { 'Customers at most': '10', 'Disk in GB at most': '5' });
  const added = within(await row(name));
  expect(added.getByText('Active')).toBeVisible();
  expect(added.getByText('0 of 10')).toBeVisible();
  expect(added.getByText('0 B of 5.0 GB')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('a host that another partner has is refused at its field, and the form keeps its input', async () => {
  const page = await open();
  const name = word();
  const panel = await add(page, name, { 'Panel host': page.scenario.partner.domain });
  expect(await panel.findByText('Another partner has this name.')).toBeVisible();
  expect(panel.getByRole('textbox', { name: /^Panel host/ })).toHaveFocus();
  expect(panel.getByRole('textbox', { name: /^Name/ })).toHaveValue(`Agency ${name}`);
});

test('search and filter are in the address', async () => {
  const page = await open();
  const name = word();
  await add(page, name);
  await row(name);
  await page.user.type(screen.getByRole('searchbox', { name: 'Search by name or host' }), name);
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Suspended');
  expect(await screen.findByRole('heading', { name: 'No matches' })).toBeVisible();
  expect(page.address()).toContain(`q=${name}`);
  expect(page.address()).toContain('state=suspended');
});

test('name and limits are changed; what is used is beside them', async () => {
  const page = await open();
  const name = word();
  await add(page, name);
  await choose(page, name, 'Edit and limits');
  const panel = within(await screen.findByRole('dialog', { name: `Edit Agency ${name}` }));
  expect(panel.getByText('0 B used')).toBeVisible();
  await page.user.type(panel.getByRole('textbox', { name: /^Sites and applications at most/ }), '7');
  await page.user.type(panel.getByRole('textbox', { name: /^Customers at most/ }), 'many');
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findByText('Enter a whole number, or nothing for no limit.')).toBeVisible();
  await page.user.clear(panel.getByRole('textbox', { name: /^Customers at most/ }));
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await within(await row(name)).findByText('0 of 7')).toBeVisible();
});

test('the domain of the name servers is checked when asked, and saved; a wrong one is refused at its field', async () => {
  const page = await open();
  const name = word();
  await add(page, name);
  await choose(page, name, 'Edit and limits');
  const panel = within(await screen.findByRole('dialog', { name: `Edit Agency ${name}` }));
  const field = panel.getByRole('textbox', { name: /^Domain of the name servers/ });
  expect(panel.getByRole('button', { name: 'Check DNS' })).toHaveAttribute('aria-disabled', 'true');
  await page.user.type(field, `${name}.localhost`);
  await page.user.click(panel.getByRole('button', { name: 'Check DNS' }));
  // Nothing answers the questions of tests.
  expect(await panel.findAllByText('No resolver answered')).toHaveLength(4);
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findByText(/^The partner’s panel or sites use this domain/)).toBeVisible();
  await page.user.clear(field);
  await page.user.type(field, `dns-${name}.localhost`);
  expect(panel.queryByText('No resolver answered')).not.toBeInTheDocument();
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose(page, name, 'Edit and limits');
  expect(await screen.findByRole('textbox', { name: /^Domain of the name servers/ })).toHaveValue(
    `dns-${name}.localhost`,
  );
});

test('a partner is suspended after a confirmation, and the suspension ends', async () => {
  const page = await open();
  const name = word();
  await add(page, name);
  await choose(page, name, 'Suspend');
  const dialog = within(await screen.findByRole('dialog', { name: `Suspend Agency ${name}?` }));
  expect(dialog.getByText(new RegExp(`^The panel at ${name}.localhost is closed`))).toBeVisible();
  expect(dialog.getByText(/^Subscriptions of its customers are still charged/)).toBeVisible();
  await page.user.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await within(await row(name)).findByText('Suspended')).toBeVisible();
  await choose(page, name, 'End suspension');
  expect(await within(await row(name)).findByText('Active')).toBeVisible();
});

test('a deletion says what goes, needs the host, and can be undone', async () => {
  const page = await open();
  const name = word();
  await add(page, name);
  await choose(page, name, 'Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete partner' }));
  expect(dialog.getByText('0 customers, with licenses')).toBeVisible();
  expect(
    dialog.getByText(/You can undo this for 14 days.+subscriptions of its customers are still charged/),
  ).toBeVisible();
  await page.user.type(dialog.getByRole('textbox'), `${name}.localhost`);
  await page.user.click(dialog.getByRole('button', { name: 'Delete partner' }));
  expect(await within(await row(name)).findByText('Being deleted')).toBeVisible();
  await choose(page, name, 'Undo deletion');
  expect(await within(await row(name)).findByText('Active')).toBeVisible();
});

test('the partner of this panel can be neither suspended nor deleted here', async () => {
  const page = await open();
  const { domain } = page.scenario.partner;
  await page.user.type(await screen.findByRole('searchbox', { name: 'Search by name or host' }), domain);
  await page.user.click(within(await row(domain)).getByRole('button', { name: /^Actions for/ }));
  for (const name of [/^Suspend/, /^Delete/]) {
    const item = await screen.findByRole('menuitem', { name });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(item).toHaveTextContent('You are on this partner’s panel');
  }
});

const FAILED = { message: 'No A record leads here.', at: '2026-01-02T00:00:00.000Z' };
const MISSING: Reseller['certificate'] = { state: 'missing', not_after: null, error: FAILED, task_id: null };

test('the certificate of a panel: until when, why not, or why none is needed', () => {
  const shown = (change: Partial<Reseller['certificate']>) => {
    const { container, unmount } = renderInUi(<CertificateState certificate={{ ...MISSING, ...change }} />);
    const text = container.textContent;
    unmount();
    return text;
  };
  expect(shown({})).toMatch(/^Not issued: No A record leads here\. Tried /);
  expect(shown({ error: null })).toMatch(/^Not issued yet/);
  const issued = { state: 'issued', not_after: '2027-03-04T00:00:00.000Z' } as const;
  expect(shown({ ...issued, error: null })).toBe('Until Mar 04, 2027');
  expect(shown(issued)).toMatch(/^Until Mar 04, 2027Not renewed: No A record leads here\. Tried /);
  expect(shown({ state: 'on_visit', error: null })).toMatch(/when somebody opens the panel/);
  expect(shown({ state: 'local', error: null })).toMatch(/^Not possible/);
  expect(shown({ error: null, task_id: 'some' })).toMatch(/It is being requested\.$/);
});

test('a certificate is requested again, and where HTTPS ends before the panel none is', async () => {
  const page = await open();
  const name = word();
  await add(page, name);
  await choose(page, name, 'Edit and limits');
  const edit = () => screen.findByRole('dialog', { name: `Edit Agency ${name}` });
  expect(within(await edit()).getByText('Not needed: HTTPS is off or ends before the panel.')).toBeVisible();
  expect(within(await edit()).queryByRole('button', { name: 'Request again' })).toBeNull();

  // As a server with HTTPS would answer; what is clicked reaches the real one.
  const real = globalThis.fetch;
  globalThis.fetch = async (...given) => {
    const answer = await real(...given);
    const body = await answer.clone().text();
    if (!body.includes('"unneeded"')) return answer;
    return Response.json(JSON.parse(body.replaceAll('"state":"unneeded"', '"state":"missing"')));
  };
  await page.user.click(within(await edit()).getByRole('button', { name: 'Save' }));
  await choose(page, name, 'Edit and limits');
  await page.user.click(await within(await edit()).findByRole('button', { name: 'Request again' }));
  await waitFor(() => expect(JSON.stringify(page.notices)).toContain('No certificate can be requested'));
});
