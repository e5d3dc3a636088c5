import { screen, within } from '@testing-library/react';
import axe from 'axe-core';
import { AreaChart, BarChart } from '../index.ts';
import { Sparkline } from './sparkline.tsx';
import { renderInUi } from '../testing/in-ui.tsx';

const days = [3, 8, 0].map((value, index) => ({ at: Date.UTC(2026, 10, 19 + index), value }));
/** The first chart of a run waits for the library, which takes seconds to load on a busy machine. */
const plotOf = (title: string) => screen.findByRole('application', { name: new RegExp(`^${title}\\.`) });

test('the arrow keys move over the values, and each is announced with its day', async () => {
  const { user } = renderInUi(<AreaChart title="Page views" points={days} format={(value) => `${value} views`} />);
  const plot = await plotOf('Page views');
  await user.tab();
  expect(plot).toHaveFocus();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByText('8 views', { selector: '[role=status] *' })).toBeVisible();
  expect(screen.getByText('Nov 20', { selector: '[role=status] *' })).toBeVisible();
  await user.keyboard('{ArrowLeft}');
  expect(await screen.findByText('3 views', { selector: '[role=status] *' })).toBeVisible();
});

test('the figures are in a table for assistive technology, and a button shows it to everyone', async () => {
  const { user } = renderInUi(<AreaChart title="Page views" points={days} />);
  const table = screen.getByRole('table', { name: 'Page views, by day (UTC)' });
  expect(within(table).getByRole('row', { name: 'Nov 20 8' })).toBeInTheDocument();
  expect(table.closest('.p-visually-hidden')).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show as table' }));
  expect(screen.getByRole('button', { name: 'Show as table', pressed: true })).toBeVisible();
  expect(screen.getByRole('table', { name: 'Page views, by day (UTC)' }).closest('.p-visually-hidden')).toBeNull();
});

test('bars have names instead of days', async () => {
  renderInUi(
    <BarChart
      title="Visits"
      points={[
        { at: 'shop', value: 4 },
        { at: 'blog', value: 2 },
      ]}
    />,
  );
  expect(await within(await plotOf('Visits')).findByText('blog')).toBeInTheDocument();
  expect(
    within(screen.getByRole('table', { name: 'Visits' })).getByRole('row', { name: 'shop 4' }),
  ).toBeInTheDocument();
});

const ZEROS = days.map(({ at }) => ({ at, value: 0 }));

test.each([{ points: days.slice(0, 0) }, { points: ZEROS }])(
  'a chart without a value shows a text instead',
  ({ points }) => {
    renderInUi(<AreaChart title="Page views" points={points} />);
    expect(screen.getByText('No data for page views yet.')).toBeVisible();
    expect(screen.queryByRole('figure')).toBeNull();
  },
);

test('axe finds nothing on charts', async () => {
  const { container } = renderInUi(
    <main>
      <AreaChart title="Page views" points={days} />
      <Sparkline title="Requests" points={days} />
    </main>,
  );
  await plotOf('Page views');
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, 'page-has-heading-one': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
});
