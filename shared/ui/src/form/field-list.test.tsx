import { screen, within } from '@testing-library/react';
import * as v from 'valibot';
import { ApiError } from '@panel/core';
import { renderInUi } from '../testing/in-ui.tsx';
import { FieldList } from './field-list.tsx';
import { Form } from './form.tsx';
import { FormField } from './form-field.tsx';
import { useForm } from './use-form.ts';

const Variable = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Enter a name.'),
    v.regex(/^[A-Z_][A-Z0-9_]*$/, 'Use capital letters, digits and underscores.'),
  ),
  value: v.pipe(v.string(), v.maxLength(20, 'At most 20 characters are allowed.')),
});
/** Like the variables of an application: unique names, three at most. */
const Variables = v.object({
  variables: v.pipe(
    v.array(Variable),
    v.maxLength(3, 'Your plan includes 3 variables.'),
    v.checkItems(
      ({ name }, index, all) => all.findIndex((other) => other.name === name) === index,
      'Another variable has this name.',
    ),
  ),
});
type Output = v.InferOutput<typeof Variables>;

const SAVED = [
  { name: 'DB_HOST', value: 'db.internal' },
  { name: 'NODE_ENV', value: 'production' },
];

function Editor({ onSubmit }: { onSubmit: (output: Output) => Promise<unknown> }) {
  const form = useForm({ schema: Variables, values: { variables: SAVED }, onSubmit });
  return (
    <>
      <Form form={form} submitLabel="Save">
        <FieldList
          form={form}
          name="variables"
          label="Environment variables"
          rowLabel="Variable"
          newRow={{ name: '', value: '' }}
        >
          {(row) => (
            <>
              <FormField form={form} name={`${row}.name`} label="Name" />
              <FormField form={form} name={`${row}.value`} label="Value" />
            </>
          )}
        </FieldList>
      </Form>
      <output>{form.dirty ? 'unsaved' : 'saved'}</output>
    </>
  );
}

function setup(onSubmit: (output: Output) => Promise<unknown> = async () => undefined) {
  const { user } = renderInUi(<Editor onSubmit={onSubmit} />);
  const row = (number: number) => within(screen.getByRole('group', { name: `Variable ${number}` }));
  return {
    user,
    name: (number: number) => row(number).getByRole('textbox', { name: 'Name' }),
    names: () => screen.getAllByRole<HTMLInputElement>('textbox', { name: 'Name' }).map(({ value }) => value),
    group: (number: number) => screen.getByRole('group', { name: `Variable ${number}` }),
    press: (name: string) => user.click(screen.getByRole('button', { name })),
  };
}

test('rows are added, filled and sent in their order', async () => {
  const onSubmit = jest.fn(async () => undefined);
  const { user, name, press } = setup(onSubmit);
  await press('Add variable');
  expect(name(3)).toHaveFocus();
  expect(screen.getByText('unsaved')).toBeVisible();
  await user.keyboard('PORT');
  await user.tab();
  await user.keyboard('8080');
  await press('Save');
  expect(onSubmit).toHaveBeenCalledWith({ variables: [...SAVED, { name: 'PORT', value: '8080' }] }, {});
  expect(await screen.findByText('saved')).toBeVisible();
});

test('removing keeps the focus in the list: the next row, then the previous one, then Add', async () => {
  const { name, names, press } = setup();
  await press('Remove Variable 1');
  expect(names()).toEqual(['NODE_ENV']);
  expect(name(1)).toHaveFocus();
  expect(screen.getByText('Variable 1 removed.')).toBeInTheDocument();
  await press('Add variable');
  await press('Remove Variable 2');
  expect(name(1)).toHaveFocus();
  await press('Remove Variable 1');
  expect(screen.getByRole('button', { name: 'Add variable' })).toHaveFocus();
});

test('rows move by their buttons and by Alt and an arrow key, and their input moves along', async () => {
  const { user, name, names, press } = setup();
  await user.type(name(2), '_2');
  await press('Move Variable 2 up');
  expect(names()).toEqual(['NODE_ENV_2', 'DB_HOST']);
  expect(screen.getByText('Variable 2 is now number 1 of 2.')).toBeInTheDocument();
  // At the end of the list the button stays, and says why it is disabled.
  expect(screen.getByRole('button', { name: 'Move Variable 1 up' })).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Move Variable 1 up' })).toHaveAttribute('aria-disabled', 'true');
  await user.click(name(1));
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(names()).toEqual(['DB_HOST', 'NODE_ENV_2']);
  expect(name(2)).toHaveFocus();
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(names()).toEqual(['DB_HOST', 'NODE_ENV_2']);
});

test('an error appears at its field, its row or the list, and disappears with its row', async () => {
  const onSubmit = jest.fn(async () => undefined);
  const { user, name, group, press } = setup(onSubmit);
  await press('Add variable');
  await user.keyboard('DB_HOST');
  await press('Save');
  expect(group(3)).toHaveAccessibleDescription('Another variable has this name.');
  expect(name(3)).toHaveFocus();

  await user.clear(name(1));
  await user.type(name(1), 'host');
  await press('Save');
  expect(name(1)).toHaveAccessibleDescription('Use capital letters, digits and underscores.');
  expect(name(1)).toHaveFocus();
  await press('Remove Variable 1');
  expect(screen.queryByText('Use capital letters, digits and underscores.')).not.toBeInTheDocument();

  await press('Add variable');
  await user.keyboard('A');
  await press('Add variable');
  await user.keyboard('B');
  await press('Save');
  expect(screen.getByRole('group', { name: 'Environment variables' })).toHaveAccessibleDescription(
    'Your plan includes 3 variables.',
  );
  expect(screen.getByRole('button', { name: 'Add variable' })).toHaveFocus();
  expect(onSubmit).not.toHaveBeenCalled();
  await press('Remove Variable 4');
  await press('Save');
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('the server’s error about a row appears at its field, and no input is lost', async () => {
  const { user, name, names, press } = setup(async () => {
    throw new ApiError({
      code: 'VALIDATION',
      message: 'Some values are not valid.',
      fields: { 'variables.1.name': 'This name is reserved.' },
    });
  });
  await user.type(name(1), '_OLD');
  await press('Save');
  expect(await screen.findByText('This name is reserved.')).toBeVisible();
  expect(name(2)).toHaveAccessibleDescription('This name is reserved.');
  expect(name(2)).toHaveFocus();
  expect(names()).toEqual(['DB_HOST_OLD', 'NODE_ENV']);
});
