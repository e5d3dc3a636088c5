import { useState } from 'react';
import { screen } from '@testing-library/react';
import { Button } from '../parts/button.tsx';
import { renderInUi } from '../testing/in-ui.tsx';
import { lazyPanel } from './lazy-panel.tsx';
import { SidePanel } from './modal.tsx';

const NamePanel = ({ name, onClose }: { name: string; onClose: () => void }) => (
  <SidePanel open title={name} onClose={onClose}>
    Content
  </SidePanel>
);

/** A page with a panel whose code loads as `load` says. */
function openPage(load: () => Promise<typeof NamePanel>) {
  const Lazy = lazyPanel(load);
  function PageWithPanel() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Rename</Button>
        {open && <Lazy name="Change Site Name" onClose={() => setOpen(false)} />}
      </>
    );
  }
  return renderInUi(<PageWithPanel />);
}

test('a panel loads when it opens', async () => {
  const load = jest.fn(async () => NamePanel);
  const { user } = openPage(load);
  expect(load).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByRole('dialog', { name: 'Change Site Name' })).toBeVisible();
});

test('a panel that does not load leaves the page as it is, and loads when it is opened again', async () => {
  const load = jest.fn(async () => NamePanel).mockRejectedValueOnce(new Error('Loading chunk 7 failed.'));
  const { user } = openPage(load);
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This didn’t load');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  expect(await screen.findByRole('dialog', { name: 'Change Site Name' })).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
