import { screen, waitFor } from '@testing-library/react';
import * as v from 'valibot';
import { ApiError } from '@panel/core';
import { PasswordInput } from './text-input.tsx';
import { renderInUi } from '../testing/in-ui.tsx';
import { Form } from './form.tsx';
import { FormField } from './form-field.tsx';
import { useForm } from './use-form.ts';

const Schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(2, 'The name needs at least 2 characters.')),
  secret: v.pipe(v.string(), v.minLength(8, 'Password should be at least 8 characters.')),
});

type Output = v.InferOutput<typeof Schema>;

function Account({ onSubmit }: { onSubmit: (output: Output) => Promise<unknown> }) {
  const form = useForm({ schema: Schema, values: { name: '', secret: '' }, onSubmit });
  return (
    <>
      <Form form={form} submitLabel="Save">
        <FormField form={form} name="name" label="Name" help="At least two." />
        <FormField form={form} name="secret" label="Password" input={PasswordInput} />
      </Form>
      <output>{form.dirty ? 'unsaved' : 'saved'}</output>
    </>
  );
}

function setup(onSubmit: (output: Output) => Promise<unknown>) {
  const view = renderInUi(<Account onSubmit={onSubmit} />);
  return {
    ...view,
    name: () => screen.getByLabelText('Name'),
    secret: () => screen.getByLabelText('Password'),
    save: () => view.user.click(screen.getByRole('button', { name: 'Save' })),
  };
}

test('shows what is wrong at each field and focuses the first', async () => {
  const onSubmit = jest.fn(async () => undefined);
  const { name, secret, save, user } = setup(onSubmit);
  await save();
  expect(name()).toHaveFocus();
  expect(name()).toBeInvalid();
  expect(name()).toHaveAccessibleDescription('The name needs at least 2 characters. At least two.');
  expect(secret()).toHaveAccessibleDescription('Password should be at least 8 characters.');
  await user.type(name(), 'ab');
  expect(name()).toBeValid();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('sends once, however often it is clicked', async () => {
  let finish: (value?: unknown) => void = () => undefined;
  const onSubmit = jest.fn(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  const { name, secret, save, user } = setup(onSubmit);
  await user.type(name(), ' blog ');
  await user.type(secret(), 'long-enough');
  expect(screen.getByText('unsaved')).toBeVisible();
  await save();
  await save();
  await user.type(secret(), '{Enter}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  // Without `saved` there is nothing that it was opened with.
  expect(onSubmit).toHaveBeenCalledWith({ name: 'blog', secret: 'long-enough' }, {});
  finish();
  expect(await screen.findByText('saved')).toBeVisible();
});

test('the server’s message about a field appears at the field, and no input is lost', async () => {
  const { name, secret, save, user } = setup(async () => {
    throw new ApiError({
      code: 'VALIDATION',
      message: 'Some values are not valid.',
      fields: { name: 'This name is taken.' },
    });
  });
  await user.type(name(), 'blog');
  await user.type(secret(), 'long-enough');
  await save();
  await waitFor(() => expect(name()).toHaveAccessibleDescription(/This name is taken/));
  expect(name()).toHaveFocus();
  expect(name()).toHaveValue('blog');
  expect(secret()).toHaveValue('long-enough');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

/** The form also sends an id, which no input shows. */
function Rename({ id, onSubmit }: { id: string; onSubmit: () => Promise<unknown> }) {
  const schema = v.object({ id: v.pipe(v.string(), v.uuid('The id is not valid.')), name: v.string() });
  const form = useForm({ schema, values: { id, name: '' }, onSubmit });
  return (
    <Form form={form} submitLabel="Save">
      <FormField form={form} name="name" label="Name" />
    </Form>
  );
}

test('an error of a value that no input shows appears above the form', async () => {
  const onSubmit = jest.fn(async () => undefined);
  const { user } = renderInUi(<Rename id="none" onSubmit={onSubmit} />);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('The id is not valid.');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('so does the server’s error about it', async () => {
  const { user } = renderInUi(
    <Rename
      id="3f0e6a52-9d0b-4a57-8a0e-0a3b7f5a6c11"
      onSubmit={async () => {
        throw new ApiError({ code: 'VALIDATION', message: 'Check your input', fields: { id: 'This site is gone.' } });
      }}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This site is gone.');
});

test('why sending failed is scrolled into view: the button may be far below it', async () => {
  const into = jest.fn();
  Element.prototype.scrollIntoView = function scrolled(options) {
    into(this.textContent, options);
  };
  const { name, secret, save, user } = setup(async () => {
    throw new ApiError({ code: 'NETWORK', message: 'We couldn’t reach the server.' });
  });
  await user.type(name(), 'blog');
  await user.type(secret(), 'long-enough');
  await save();
  await screen.findByRole('alert');
  expect(into).toHaveBeenCalledWith('We couldn’t reach the server.', { block: 'nearest' });
});

test.each([
  [503, true],
  [409, false],
])('a failure with status %d appears above the form; with its request id: %s', async (status, isReported) => {
  const { name, secret, save, user } = setup(async () => {
    throw new ApiError({
      code: 'NOT_AVAILABLE',
      message: 'This is not available at the moment.',
      status,
      requestId: 'req-9',
    });
  });
  await user.type(name(), 'blog');
  await user.type(secret(), 'long-enough');
  await save();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('This is not available at the moment.');
  expect(alert.textContent?.includes('req-9')).toBe(isReported);
});

test('a password can be shown and pasted', async () => {
  const { secret, user } = setup(async () => undefined);
  await user.click(secret());
  await user.paste('from-a-manager');
  expect(secret()).toHaveValue('from-a-manager');
  expect(secret()).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(secret()).toHaveAttribute('type', 'text');
});

const Optional = v.object({
  address: v.union([v.literal(''), v.pipe(v.string(), v.url('Enter an address such as https://www.example.com.'))]),
  count: v.pipe(v.number(), v.integer()),
});

test('a validator’s own text is never shown, and a union says what its member says', async () => {
  function Place() {
    const form = useForm({ schema: Optional, values: { address: '', count: 1.5 }, onSubmit: async () => undefined });
    return (
      <Form form={form} submitLabel="Save">
        <FormField form={form} name="address" label="Address" />
        <FormField form={form} name="count" label="Count">
          {({ value, onChange }) => (
            <input aria-label="Count" value={value} onChange={(event) => onChange(Number(event.target.value))} />
          )}
        </FormField>
      </Form>
    );
  }
  const { user } = renderInUi(<Place />);
  await user.type(screen.getByLabelText('Address'), 'example');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Enter an address such as https://www.example.com.')).toBeVisible();
  expect(screen.getByText('This must be a whole number.')).toBeVisible();
  expect(document.body).not.toHaveTextContent(/Invalid|received/i);
});
