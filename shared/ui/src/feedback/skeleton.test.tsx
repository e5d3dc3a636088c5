import { render } from '@testing-library/react';
import { skeletonHtml } from '@panel/frame/skeleton';
import { Page } from '../parts/page.tsx';
import { Skeleton } from './skeleton.tsx';

test.each(['list', 'form', 'detail', 'wizard', 'text'] as const)(
  'the %s skeleton is what the initial HTML paints',
  (kind) => {
    const { container } = render(
      <Page title="My <Sites>">
        <Skeleton kind={kind} />
      </Page>,
    );
    const painted = document.createElement('div');
    painted.innerHTML = skeletonHtml(kind, 'My <Sites>');
    expect(container.innerHTML).toBe(painted.innerHTML);
  },
);
