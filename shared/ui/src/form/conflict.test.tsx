import { useState } from 'react';
import { screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { ApiError } from '@panel/core';
import { renderInUi } from '../testing/in-ui.tsx';
import { Form } from './form.tsx';
import { FormField } from './form-field.tsx';
import { useForm } from './use-form.ts';

const Schema = v.object({ name: v.string(), city: v.string() });
type Values = v.InferOutput<typeof Schema>;
type Save = (output: Values, opened: Partial<Values>) => Promise<unknown>;

function Profile({ saved, onSubmit }: { saved: Values; onSubmit: Save }) {
  const form = useForm({ schema: Schema, values: saved, saved, onSubmit });
  return (
    <Form form={form} submitLabel="Save">
      <FormField form={form} name="name" label="Name" />
      <FormField form={form} name="city" label="City" />
    </Form>
  );
}

/** A page whose data another tab changes. */
function Watched({ onSubmit }: { onSubmit: Save }) {
  const [saved, setSaved] = useState(OPENED);
  return (
    <>
      <Profile saved={saved} onSubmit={onSubmit} />
      <button onClick={() => setSaved(THEIRS)}>Change in another tab</button>
    </>
  );
}

const OPENED = { name: 'Ada', city: 'London' };
const THEIRS = { name: 'Grace', city: 'London' };
const conflict = () => new ApiError({ code: 'CONFLICT', message: 'Changed.', status: 409, current: THEIRS });

/** A form with something typed, whose first save is refused. */
async function refused() {
  const onSubmit = jest.fn<Promise<unknown>, Parameters<Save>>().mockRejectedValueOnce(conflict());
  onSubmit.mockResolvedValue(undefined);
  const view = renderInUi(<Profile saved={OPENED} onSubmit={onSubmit} />);
  const name = screen.getByLabelText('Name');
  await view.user.clear(name);
  await view.user.type(name, 'Augusta');
  await view.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changed elsewhere');
  return { ...view, onSubmit, name };
}

test('a save over what somebody else changed is asked about, and the difference is shown', async () => {
  const { user, name, onSubmit } = await refused();
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Augusta', city: 'London' }, OPENED);
  expect(name).toHaveValue('Augusta');
  await user.click(screen.getByRole('button', { name: 'Show' }));
  const changes = within(screen.getByRole('list', { name: 'Changes from elsewhere' }));
  expect(changes.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Name: theirs is “Grace”, yours is “Augusta”',
  ]);
});

test('“Keep mine” saves over it, knowing what it replaces', async () => {
  const { user, name, onSubmit } = await refused();
  await user.click(screen.getByRole('button', { name: 'Keep mine' }));
  expect(onSubmit).toHaveBeenLastCalledWith({ name: 'Augusta', city: 'London' }, THEIRS);
  expect(screen.queryByText('Changed elsewhere')).not.toBeInTheDocument();
  expect(name).toHaveValue('Augusta');
});

test('“Take theirs” shows what was saved, and nothing is sent', async () => {
  const { user, name, onSubmit } = await refused();
  await user.click(screen.getByRole('button', { name: 'Take theirs' }));
  expect(name).toHaveValue('Grace');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  await user.type(name, ' H');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenLastCalledWith({ name: 'Grace H', city: 'London' }, THEIRS);
});

test('a change that arrives while somebody types is shown before they save', async () => {
  const onSubmit = jest.fn(async () => undefined);
  const view = renderInUi(<Watched onSubmit={onSubmit} />);
  await view.user.type(screen.getByLabelText('City'), ' SW1');
  await view.user.click(screen.getByRole('button', { name: 'Change in another tab' }));
  expect(await screen.findByText('Changed elsewhere')).toBeVisible();
  expect(screen.getByLabelText('City')).toHaveValue('London SW1');
  await view.user.click(screen.getByRole('button', { name: 'Keep mine' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await view.user.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Ada', city: 'London SW1' }, THEIRS);
});

test('without unsaved input the form follows', async () => {
  const onSubmit = jest.fn(async () => undefined);
  const { user } = renderInUi(<Watched onSubmit={onSubmit} />);
  await user.click(screen.getByRole('button', { name: 'Change in another tab' }));
  expect(screen.getByLabelText('Name')).toHaveValue('Grace');
  expect(screen.queryByText('Changed elsewhere')).not.toBeInTheDocument();
});
