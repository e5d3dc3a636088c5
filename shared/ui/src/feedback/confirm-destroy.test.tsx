import { useState } from 'react';
import { screen } from '@testing-library/react';
import { ApiError } from '@panel/core';
import { renderInUi } from '../testing/in-ui.tsx';
import { ConfirmDestroy } from './confirm-destroy.tsx';

const name = 'blog.aurora-sites.localhost';

function Example({ onConfirm, error }: { onConfirm: () => void; error?: unknown }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete site
      </button>
      <ConfirmDestroy
        open={open}
        title="Delete Live Environment"
        name={name}
        facts={{ goes: ['Files'], stays: ['The license'] }}
        confirmations={[
          'Live files and database will be deleted.',
          { label: 'Staging files and database will be deleted.', help: 'Applies if there is a staging environment.' },
        ]}
        onConfirm={onConfirm}
        onClose={() => setOpen(false)}
        error={error}
      />
    </>
  );
}

test('deletes only when the name is typed exactly', async () => {
  const onConfirm = jest.fn();
  const { user } = renderInUi(<Example onConfirm={onConfirm} />);
  await user.click(screen.getByRole('button', { name: 'Delete site' }));
  const confirm = screen.getByRole('button', { name: 'Delete Environment' });
  const field = screen.getByRole('textbox', { name: `Type ${name} to confirm` });
  expect(field).toHaveFocus();
  for (const box of screen.getAllByRole('checkbox')) {
    expect(box).toBeChecked();
    expect(box).toBeDisabled();
  }
  expect(screen.getByRole('checkbox', { name: /^Staging/ })).toHaveAccessibleDescription(
    'Applies if there is a staging environment.',
  );
  for (const wrong of [name.slice(0, -1), name.toUpperCase(), ` ${name}`]) {
    await user.clear(field);
    await user.type(field, `${wrong}{Enter}`);
    expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await user.click(confirm);
  }
  expect(onConfirm).not.toHaveBeenCalled();
  await user.clear(field);
  await user.type(field, name);
  await user.click(confirm);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('closing clears the input and returns the focus', async () => {
  const { user } = renderInUi(<Example onConfirm={() => undefined} />);
  const opener = screen.getByRole('button', { name: 'Delete site' });
  await user.click(opener);
  await user.type(screen.getByRole('textbox'), name);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(opener).toHaveFocus();
  await user.click(opener);
  expect(screen.getByRole('textbox')).toHaveValue('');
});

test('a failure is shown in the dialog', async () => {
  const error = new ApiError({ code: 'TASK_RUNNING', message: 'This site is being changed.' });
  const { user } = renderInUi(<Example onConfirm={() => undefined} error={error} />);
  await user.click(screen.getByRole('button', { name: 'Delete site' }));
  expect(screen.getByRole('alert')).toHaveTextContent('This site is being changed.');
});
