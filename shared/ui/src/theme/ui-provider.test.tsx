import { screen } from '@testing-library/react';
import { SCHEME_STORAGE_KEY, THEME_STYLE_ID } from '@panel/brand/colors';
import { SegmentedControl } from '../form/segmented.tsx';
import { renderInUi } from '../testing/in-ui.tsx';
import { useScheme } from './ui-provider.tsx';

function Choice() {
  const { choice, setChoice, scheme } = useScheme();
  return (
    <>
      <SegmentedControl
        label="Colours"
        value={choice}
        onChange={setChoice}
        segments={[
          { value: 'system', label: 'System' },
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
      />
      <output>{scheme}</output>
    </>
  );
}

beforeEach(() => {
  localStorage.clear();
  document.getElementById(THEME_STYLE_ID)?.remove();
  delete document.documentElement.dataset.scheme;
});

test('the choice is painted, stored, and reset', async () => {
  const { user } = renderInUi(<Choice />);
  expect(document.documentElement).not.toHaveAttribute('data-scheme');
  await user.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement).toHaveAttribute('data-scheme', 'dark');
  expect(localStorage.getItem(SCHEME_STORAGE_KEY)).toBe('dark');
  expect(screen.getByRole('status')).toHaveTextContent('dark');
  await user.click(screen.getByRole('radio', { name: 'System' }));
  expect(document.documentElement).not.toHaveAttribute('data-scheme');
});

test('an earlier choice is painted immediately', () => {
  localStorage.setItem(SCHEME_STORAGE_KEY, 'light');
  renderInUi(<Choice />);
  expect(document.documentElement).toHaveAttribute('data-scheme', 'light');
});

test('the colours carry the nonce of the page', () => {
  renderInUi(<Choice />);
  const style = document.getElementById(THEME_STYLE_ID);
  expect(style).toHaveAttribute('nonce', 'test');
  expect(style).toHaveTextContent('--p-button-bg');
});
