import { screen } from '@testing-library/react';
import { renderInUi } from '../testing/in-ui.tsx';
import { Menu } from './menu.tsx';

function setup() {
  const rename = jest.fn();
  const remove = jest.fn();
  const view = renderInUi(
    <Menu
      label="Actions for blog"
      items={[
        { key: 'open', label: 'Open', to: '/open' },
        { key: 'rename', label: 'Rename', onSelect: rename, disabledReason: 'The site is not ready.' },
        { key: 'delete', label: 'Delete', onSelect: remove },
      ]}
    />,
  );
  return { ...view, rename, remove, button: screen.getByRole('button', { name: 'Actions for blog' }) };
}
const item = (name: string) => screen.getByRole('menuitem', { name: new RegExp(`^${name}`) });

test('arrows move, End jumps, Enter chooses, and the focus returns', async () => {
  const { user, button, remove } = setup();
  await user.tab();
  expect(button).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  expect(item('Open')).toHaveFocus();
  await user.keyboard('{ArrowUp}');
  expect(item('Delete')).toHaveFocus();
  await user.keyboard('{Home}{End}{Enter}');
  expect(remove).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
});

test('Escape and a click elsewhere close it; a letter finds an entry', async () => {
  const { user, button } = setup();
  await user.click(button);
  await user.keyboard('d');
  expect(item('Delete')).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  expect(button).toHaveFocus();
  await user.click(button);
  await user.click(document.body);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
});

test('an action that is not possible says why and does nothing', async () => {
  const { user, button, rename } = setup();
  await user.click(button);
  expect(item('Rename')).toHaveAttribute('aria-disabled', 'true');
  expect(item('Rename')).toHaveAccessibleDescription('The site is not ready.');
  await user.click(item('Rename'));
  expect(rename).not.toHaveBeenCalled();
});

test('an entry with an address opens it', async () => {
  const { user, button, router } = setup();
  await user.click(button);
  await user.click(item('Open'));
  expect(router.state.location.pathname).toBe('/open');
});
