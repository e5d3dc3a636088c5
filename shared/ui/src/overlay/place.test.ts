import { place } from './place.ts';

/** An element at a place of the window, which jsdom does not lay out. */
function at(tag: string, [left, top, width, height]: readonly number[], className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.getBoundingClientRect = () => new DOMRect(left, top, width, height);
  document.body.append(element);
  return element;
}
const topOf = (box: HTMLElement): number => Number.parseFloat(box.style.top);

beforeEach(() => {
  document.body.replaceChildren();
  Object.assign(window, { innerWidth: 1000, innerHeight: 800 });
});

test('a box of the header begins below the whole header, and does not leave the window', () => {
  at('header', [0, 0, 1000, 56], 'f-head');
  const bell = at('button', [900, 9, 38, 38]);
  const box = at('div', [0, 0, 500, 300]);
  place(box, bell, 'bottom-end');
  expect(topOf(box)).toBe(60);
  expect(box.style.left).toBe('438px');
});

test('a box that does not fit below its anchor opens above it, but not over the header', () => {
  at('header', [0, 0, 1000, 56], 'f-head');
  const low = at('button', [900, 700, 28, 28]);
  const box = at('div', [0, 0, 200, 240]);
  place(box, low, 'bottom-end');
  expect(topOf(box)).toBe(456);
  const high = at('div', [0, 0, 200, 660]);
  place(high, low, 'bottom-end');
  expect(topOf(high)).toBeGreaterThanOrEqual(60);
});

test('without a header, and in a dialog, the window is the only limit', () => {
  const button = at('button', [900, 2, 28, 28]);
  const box = at('div', [0, 0, 200, 100]);
  place(box, button, 'bottom-end');
  expect(topOf(box)).toBe(34);
  at('header', [0, 0, 1000, 56], 'f-head');
  const dialog = at('dialog', [0, 0, 1000, 800]);
  dialog.append(button);
  place(box, button, 'bottom-end');
  expect(topOf(box)).toBe(34);
});
