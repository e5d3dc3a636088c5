import { screen } from '@testing-library/react';
import { renderInUi } from '../testing/in-ui.tsx';
import { CopyText } from './copy-text.tsx';

test('a text that has to be read whole breaks into lines, where others are cut off', () => {
  renderInUi(
    <>
      <CopyText text="long-secret" whole />
      <CopyText text="long-address" />
    </>,
  );
  expect(screen.getByText('long-secret')).toHaveClass('p-break');
  expect(screen.getByText('long-secret')).not.toHaveClass('p-truncate');
  expect(screen.getByText('long-address')).toHaveClass('p-truncate');
});
