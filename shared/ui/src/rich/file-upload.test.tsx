import { screen, waitFor } from '@testing-library/react';
import { Field } from '../index.ts';
import { FileUpload, type FileUploadProps } from '../rich.ts';
import { renderInUi } from '../testing/in-ui.tsx';

const text = (name: string, bytes = 3): File => new File(['x'.repeat(bytes)], name, { type: 'text/plain' });

function open(props: Omit<FileUploadProps<string>, 'label'>) {
  const view = renderInUi(
    <Field label="Attachments">
      <FileUpload {...props} />
    </Field>,
  );
  // Every choice replaces the input.
  const choose = (files: File | File[]) =>
    view.user.upload(screen.getByLabelText('Attachments', { selector: 'input' }), files);
  return { ...view, choose };
}

test('the caller sends each file, with its progress, and gets its result', async () => {
  const sent: string[] = [];
  let finish = () => {};
  const { choose } = open({
    upload: (file, { progress }) => {
      progress(40);
      return new Promise((resolve) => (finish = () => resolve(`stored ${file.name}`)));
    },
    onUploaded: (result) => sent.push(result),
  });
  await choose(text('a.txt'));
  expect(await screen.findByText('a.txt')).toBeVisible();
  expect(await screen.findByRole('progressbar', { name: 'a.txt' })).toHaveAttribute('aria-valuenow', '40');
  finish();
  await waitFor(() => expect(sent).toEqual(['stored a.txt']));
});

test('an error is shown at its own file', async () => {
  const { choose } = open({
    upload: async ({ name }) => {
      if (name === 'bad.txt') throw new Error('The disk is full.');
      return name;
    },
  });
  await choose([text('good.txt'), text('bad.txt')]);
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full.');
  expect(screen.getByText('good.txt')).toBeVisible();
});

test('files that are too big, too many or of another type are rejected before they are sent', async () => {
  const sent: string[] = [];
  const { choose } = open({
    upload: async ({ name }) => sent.push(name).toString(),
    maxBytes: 10,
    maxFiles: 1,
    accept: '.txt',
  });
  expect(screen.getByText('up to 10 B each, at most 1 file')).toBeVisible();
  await choose(text('big.txt', 11));
  expect(await screen.findByText('The file has 11 B. At most 10 B can be uploaded.')).toBeVisible();
  await choose(text('fits.txt'));
  await choose(text('second.txt'));
  expect(await screen.findByText('At most 1 file can be uploaded.')).toBeVisible();
  expect(sent).toEqual(['fits.txt']);
});

test('removing a file cancels its upload', async () => {
  let signal: AbortSignal | undefined;
  const { user, choose } = open({
    upload: (_, context) => {
      signal = context.signal;
      return new Promise(() => {});
    },
  });
  await choose(text('a.txt'));
  await user.click(await screen.findByRole('button', { name: /Remove file/ }));
  await waitFor(() => expect(signal?.aborted).toBe(true));
  expect(screen.queryByText('a.txt')).toBeNull();
});

test('the keyboard reaches the drop area as a button', async () => {
  const { user } = open({ upload: async () => '' });
  await user.tab();
  expect(screen.getByRole('button', { name: /Choose files or drop them here/ })).toHaveFocus();
});
