const shown = (element: Element): boolean => getComputedStyle(element).display !== 'none';

/** Adds elements of these attributes to the page. */
function page(html: string): Element[] {
  document.body.innerHTML = html;
  return [...document.body.children];
}

afterEach(() => {
  document.head.innerHTML = '';
  document.body.innerHTML = '';
});

test.each([
  ['<div hidden></div><div></div>', [false, true]],
  ['<section></section><section hidden></section>', [true, false]],
  ['<dialog></dialog><dialog open></dialog>', [false, true]],
  ['<input type="hidden"><input type="text">', [false, true]],
  ['<p style="display: none"></p><p></p>', [false, true]],
])('%s: an element says nothing about others of its name', (html, expected) => {
  expect(page(html).map(shown)).toEqual(expected);
});

test('what a style sheet hides is hidden, also when the sheet comes later', () => {
  const [popup, other] = page('<aside class="closed"></aside><aside class="open"></aside>');
  if (!popup || !other) throw new Error('The page is empty.');
  expect([popup, other].map(shown)).toEqual([true, true]);
  const sheet = document.createElement('style');
  sheet.textContent = '.closed { display: none } .open { display: block }';
  document.head.append(sheet);
  expect([popup, other].map(shown)).toEqual([false, true]);
});

test('visibility is inherited, and what is not about being shown is what jsdom says', () => {
  const [outer] = page('<div style="visibility: hidden; color: red"><b style="opacity: 0"></b></div>');
  const inner = outer?.firstElementChild;
  if (!inner) throw new Error('The page is empty.');
  const { visibility, opacity, color } = getComputedStyle(inner);
  expect([visibility, opacity, color]).toEqual(['hidden', '0', 'rgb(255, 0, 0)']);
});

test('pointer events are those of the nearest element that says something, in a sheet or itself', () => {
  const sheet = document.createElement('style');
  sheet.textContent = '.mask { pointer-events: none } .popup { pointer-events: auto } .off { pointer-events: none }';
  document.head.append(sheet);
  const [outer] = page(
    '<div class="mask"><i id="masked"></i><p class="popup"><i id="given"></i><b style="pointer-events: none"><i id="own"></i></b></p></div>',
  );
  const at = (id: string) => outer?.querySelector(`#${id}`) as Element;
  expect(['masked', 'given', 'own'].map((id) => getComputedStyle(at(id)).pointerEvents)).toEqual([
    'none',
    'auto',
    'none',
  ]);
  expect(getComputedStyle(document.body).pointerEvents).toBe('auto');
});
