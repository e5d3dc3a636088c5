import { useState } from 'react';
import { screen } from '@testing-library/react';
import * as v from 'valibot';
import { Password, WpInfo } from '@panel/contract/schemas';
import { renderInUi } from '../testing/in-ui.tsx';
import { generatePassword } from './generate-password.ts';
import { NewPasswordField } from './new-password-field.tsx';

test('a generated password is valid for accounts and in WordPress, and never the same', () => {
  const made = new Set(Array.from({ length: 200 }, generatePassword));
  expect(made.size).toBe(200);
  for (const one of made) {
    expect(v.is(WpInfo.entries.admin_password, one)).toBe(true);
    expect(v.is(Password, one)).toBe(true);
  }
});

test('a password is generated, shown and offered for copying', async () => {
  const generated = jest.fn();
  function Example() {
    const [value, setValue] = useState('');
    return <NewPasswordField name="password" value={value} onChange={setValue} onGenerate={generated} />;
  }
  const { user } = renderInUi(<Example />);
  expect(screen.queryByRole('button', { name: 'Copy password' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Generate' }));
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(field).toHaveAttribute('autocomplete', 'new-password');
  expect(generated).toHaveBeenCalledWith(field.value);
  expect(screen.getByRole('button', { name: 'Copy password' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field).toHaveAttribute('type', 'text');
});
