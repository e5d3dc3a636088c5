import { SCHEME_SCRIPT } from '@panel/brand/colors';

const root = document.documentElement;

/** A page view: the script of the initial HTML runs. */
function view(random: number): string | undefined {
  jest.spyOn(Math, 'random').mockReturnValue(random);
  delete root.dataset['scene'];
  const script = document.createElement('script');
  script.textContent = SCHEME_SCRIPT;
  document.head.append(script);
  return root.dataset['scene'];
}

afterEach(() => {
  jest.restoreAllMocks();
  sessionStorage.clear();
});

test('the picture behind the sign-in is random, and the same in one visit', () => {
  expect(view(0.1)).toBe('1');
  expect(view(0.9)).toBe('1');
  sessionStorage.clear();
  expect(view(0.9)).toBe('2');
  expect(view(0.1)).toBe('2');
});
