import { useState } from 'react';
import { screen, within } from '@testing-library/react';
import { Button } from '../index.ts';
import { QrCode, Tour, VirtualTable } from '../rich.ts';
import { renderInUi } from '../testing/in-ui.tsx';

test('a QR code is an image with a name', () => {
  renderInUi(<QrCode value="https://panel.example" label="Address for your phone" />);
  expect(screen.getByRole('img', { name: 'Address for your phone' })).toBeVisible();
});

test('of ten thousand rows a table renders only the visible ones', () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => ({ id: String(index), path: `/page-${index}` }));
  renderInUi(
    <VirtualTable
      caption="Requests"
      columns={[{ key: 'path', title: 'Path', render: (row) => row.path }]}
      rows={rows}
      rowKey={(row) => row.id}
      height={300}
    />,
  );
  const table = screen.getByRole('region', { name: 'Requests' });
  expect(within(table).getByText('/page-0')).toBeVisible();
  expect(within(table).queryByText('/page-9999')).toBeNull();
});

function Guided() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Show me</Button>
      <Tour
        open={open}
        onClose={() => setOpen(false)}
        steps={[
          { title: 'Your sites', text: 'They are here.' },
          { title: 'Your plan', text: 'It is there.' },
        ]}
      />
    </>
  );
}

test('a tour moves the focus to each step, and Escape ends it', async () => {
  const { user } = renderInUi(<Guided />);
  await user.click(screen.getByRole('button', { name: 'Show me' }));
  expect(await screen.findByText('Your sites')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Your plan')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByText('Your plan')).toBeNull();
});
