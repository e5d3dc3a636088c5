import { screen } from '@testing-library/react';
import { renderInUi } from '../testing/in-ui.tsx';
import { Button, IconButton } from './button.tsx';

test('a disabled button is focusable and says why', async () => {
  const onClick = jest.fn();
  const { user } = renderInUi(
    <Button onClick={onClick} disabledReason="The site is not ready.">
      Publish
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Publish' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription('The site is not ready.');
  await user.tab();
  expect(button).toHaveFocus();
  await user.keyboard('{Enter}');
  await user.click(button);
  expect(onClick).not.toHaveBeenCalled();
});

test('a disabled submit button does not send its form', async () => {
  const onSubmit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const { user } = renderInUi(
    <form onSubmit={onSubmit}>
      <Button type="submit" loading>
        Save
      </Button>
    </form>,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an icon button has a name, shows it on hover, and Escape hides it', async () => {
  const { user } = renderInUi(<IconButton icon="refresh" label="Refresh" />);
  await user.hover(screen.getByRole('button', { name: 'Refresh' }));
  expect(screen.getByRole('tooltip')).toHaveTextContent('Refresh');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
});
