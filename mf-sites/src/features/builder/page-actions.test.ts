import { movePage, newPage, slugFor } from './page-actions.ts';

test.each([
  ['About us', [], 'about-us'],
  ['About us', ['about-us'], 'about-us-2'],
  ['Über Brötchen!', [], 'uber-brotchen'],
  ['Index', [], 'page'],
  ['日本', ['page'], 'page-2'],
])('%s, with %j taken, is at /%s', (title, taken, slug) => expect(slugFor(title, taken)).toBe(slug));

test('a new page has the header and footer of the first one, and its own title', () => {
  const html = '<header id="a"><b id="b">Name</b></header><main>Home</main><footer>End</footer>';
  const first = { id: 'x', slug: 'home', title: 'Home', description: '', html, css: '' };
  const page = newPage({ pages: [first] }, 'A <b>');
  expect(page.html).toMatch(/^<header><b>Name<\/b><\/header><section.*<h1>A &lt;b&gt;<\/h1>.*<footer>End<\/footer>$/);
  expect(page.html).not.toContain('Home');
});

test('a page moves up and down', () => {
  expect(movePage(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b']);
  expect(movePage(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});
