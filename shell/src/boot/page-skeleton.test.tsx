import { screen } from '@testing-library/react';
import { renderInUi } from '@panel/ui/testing';
import { PageSkeleton } from './page-skeleton.tsx';

const shapeOf = (path: string) => {
  const { container } = renderInUi(<PageSkeleton path={path} title="Overview" skeleton="detail" />);
  const heading = screen.getByRole('heading', { level: 1, name: 'Overview' });
  return { header: container.querySelector('.p-workload'), heading };
};

test('a page about one site or application has the shape of its header, which holds the h1 on its overview', () => {
  const { header, heading } = shapeOf('/manage-app/overview/:id?');
  expect(header).toContainElement(heading);
});

test('on the other pages the title is below the header', () => {
  const { header, heading } = shapeOf('/manage-site/dns/:id?');
  expect(header).not.toBeNull();
  expect(header).not.toContainElement(heading);
});

test('a page about several has a title alone', () => {
  expect(shapeOf('/sites').header).toBeNull();
});
