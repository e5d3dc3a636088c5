import { chosenPhp, missingExtensions, phpOf } from './site-php.ts';

const version = (id: string, extensions: string[] | null = null, is_default = false) => ({
  ...{ id, title: `${id}.1`, is_default, extensions },
});
const versions = [version('8.10'), version('8.2', null, true), version('8.1')];

test('the version of a site is found by its release series', () => {
  expect(phpOf(versions, { php_version: '8.1.27' })?.id).toBe('8.1');
  expect(phpOf(versions, { php_version: '8.10.0' })?.id).toBe('8.10');
  expect(phpOf(versions, { php_version: '8.2' })?.id).toBe('8.2');
  expect(phpOf(versions, { php_version: '8.3.1' })).toBeUndefined();
  expect(phpOf(versions, { php_version: null })).toBeUndefined();
});

test('a new site gets the default unless a version was chosen that is still there', () => {
  expect(chosenPhp(versions, '')?.id).toBe('8.2');
  expect(chosenPhp(versions, '8.10')?.id).toBe('8.10');
  expect(chosenPhp(versions, '7.4')?.id).toBe('8.2');
});

test('missing extensions are named, whatever their case; unknown ones are not guessed', () => {
  const now = version('8.2', ['PDO', 'redis', 'imagick']);
  expect(missingExtensions(now, version('8.3', ['pdo', 'intl']))).toEqual(['imagick', 'redis']);
  expect(missingExtensions(now, version('8.3', ['pdo', 'redis', 'imagick']))).toEqual([]);
  expect(missingExtensions(now, version('8.3'))).toBeNull();
  expect(missingExtensions(undefined, version('8.3', []))).toBeNull();
});
