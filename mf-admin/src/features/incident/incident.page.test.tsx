import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { api, calls, queryClient } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (path = '/admin/status') => renderPage({ remote: { manifest, pages }, path, role: 'admin' });
const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const INCIDENT = {
  ...{ kind: 'incident', title: 'Slow sites', parts: ['sites'], impact: 'degraded', from: null, until: null },
  ...{ step: 'investigating', text: 'We look for the cause.', mail: false },
} satisfies Parameters<typeof api.incident.create>[0];

test('staff report an incident, tell what is new, and resolve it', async () => {
  const { user, address } = await open();
  expect(await screen.findByRole('heading', { name: 'No incidents yet' })).toBeVisible();
  const [link] = await screen.findAllByRole('link', { name: 'Report something' });
  if (link) await user.click(link);
  await user.type(await screen.findByRole('textbox', { name: /^Title/ }), 'Slow sites');
  await user.click(screen.getByRole('checkbox', { name: 'Sites' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Impact' }), 'Outage');
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), 'We look for the cause.');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(address()).toBe('/admin/status'));
  const reported = within(await row('Slow sites'));
  for (const text of ['Incident', 'Investigating', 'Sites']) expect(reported.getByText(text)).toBeVisible();

  await user.click(reported.getByRole('link', { name: 'Slow sites' }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'Resolved');
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), 'Fast again.');
  await user.click(screen.getByRole('button', { name: 'Publish update' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /^Text/ })).toHaveValue(''));
  const { pageElements } = await api.incident.list({});
  const { state, updates } = await api.incident.byId({ id: pageElements[0]?.id ?? '' });
  expect([state, updates.map(({ text }) => text)]).toEqual(['resolved', ['Fast again.', 'We look for the cause.']]);
});

test('a planned maintenance has times instead of states, and needs an end', async () => {
  const { user, address } = await open('/admin/status/write');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Kind' }), 'Planned maintenance');
  expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull();
  await user.type(screen.getByRole('textbox', { name: /^Title/ }), 'New disks');
  await user.click(screen.getByRole('checkbox', { name: 'Sites' }));
  await user.type(screen.getByRole('textbox', { name: /^Text/ }), 'Sites pause for a minute.');
  fireEvent.change(screen.getByLabelText(/^From/), { target: { value: '2099-01-02T03:04' } });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByText('Enter when it ends.')).toBeVisible();
  fireEvent.change(screen.getByLabelText(/^Until/), { target: { value: '2099-01-02T04:04' } });
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(address()).toBe('/admin/status'));
  expect(within(await row('New disks')).getByText('Planned')).toBeVisible();
});

test('a change by somebody else meanwhile is not overwritten, and what was typed stays', async () => {
  const { user } = await open();
  const { id } = await api.incident.create(INCIDENT);
  await queryClient.refetchQueries({ queryKey: calls.incident.key() });
  await user.click(within(await row('Slow sites')).getByRole('link', { name: 'Slow sites' }));
  const title = await screen.findByRole('textbox', { name: /^Title/ });
  await user.type(title, ' of mine');
  const { parts, impact, from } = await api.incident.byId({ id });
  await api.incident.save({ id, parts, impact, from, until: null, title: 'Theirs', version: 1 });
  await queryClient.refetchQueries({ queryKey: calls.incident.key() });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(title).toHaveValue('Slow sites of mine');
  expect((await api.incident.byId({ id })).title).toBe('Theirs');
});
