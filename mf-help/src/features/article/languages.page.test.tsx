import { screen, within } from '@testing-library/react';
import { loadWords } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import arabic from '../../words/ar.ts';
import german from '../../words/de.ts';
import turkish from '../../words/tr.ts';
import { language as germanArticles } from './languages/de.ts';

const CATALOGS = { de: german, tr: turkish, ar: arabic };

afterEach(() => Object.assign(document.documentElement, { lang: '', dir: '' }));

/** The remote on a page of this language, as the shell's HTML and the remote's catalogue make it. */
function open(path: string, lang: keyof typeof CATALOGS) {
  Object.assign(document.documentElement, { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
  loadWords(lang, CATALOGS[lang]);
  return renderPage({ remote: { manifest, pages }, path });
}

test('an article is in the reader’s language, and its parts have the addresses that they have in English', async () => {
  await open('/help/article/backups', 'de');
  const title = await screen.findByRole('heading', { level: 1, name: 'Eine Website sichern und wiederherstellen' });
  expect(title).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: 'Wiederherstellen' })).toHaveAttribute('id', 'restore');
  expect(screen.getByRole('link', { name: 'Wiederherstellen' })).toHaveAttribute('href', '#restore');
  const related = screen.getByRole('list', { name: 'Ähnliche Artikel' });
  expect(within(related).getByRole('link', { name: 'Änderungen im Staging ausprobieren' })).toBeVisible();
  expect(screen.queryByText(/keine aktuelle Übersetzung/)).not.toBeInTheDocument();
});

test('the search is in the reader’s language, and finds codes of errors as well', async () => {
  const { user } = await open('/help', 'de');
  expect(await screen.findByRole('heading', { name: 'Domains und Auslieferung' })).toBeVisible();
  const field = screen.getByRole('searchbox', { name: 'Hilfe durchsuchen' });
  await user.type(field, 'papierkorb loschen');
  const results = await screen.findByRole('region', { name: 'Ergebnisse' });
  const first = within(results).getAllByRole('listitem')[0];
  expect(first).toHaveTextContent('Eine Website löschen oder aus dem Papierkorb wiederherstellen');
  await user.clear(field);
  await user.type(field, 'E1007');
  expect(await screen.findByRole('link', { name: 'Sie können sich nicht anmelden' })).toBeVisible();
});

test.each(['SERTİFİKA', 'SERTIFIKA', 'sertifika'])(
  'in Turkish, %s finds the article about certificates',
  async (words) => {
    const { user } = await open('/help', 'tr');
    await user.type(await screen.findByRole('searchbox', { name: 'Yardımda ara' }), words);
    const results = await screen.findByRole('region', { name: 'Sonuçlar' });
    const link = within(results).getByRole('link', { name: 'HTTPS ve sertifikalar' });
    expect(within(link).getByText('sertifikalar').tagName).toBe('MARK');
  },
);

test('in Arabic, an article reads from right to left, its code from left to right', async () => {
  await open('/help/article/command-line', 'ar');
  expect(await screen.findByRole('heading', { level: 1, name: 'سطر الأوامر' })).toBeVisible();
  const part = await screen.findByRole('heading', { level: 2, name: 'تسجيل الدخول' });
  expect(part).toHaveAttribute('id', 'sign-in');
  expect(part.closest('[dir]')).toHaveAttribute('dir', 'rtl');
  expect(screen.getAllByText('panel login')[0]).toHaveAttribute('dir', 'ltr');
  expect(screen.getByRole('cell', { name: 'انتهت صلاحية الرمز' })).toBeVisible();
});

test.each(['نطاق خاص', 'النطاق الخاص', 'نِطاق'])('in Arabic, %s finds the article about domains', async (words) => {
  const { user } = await open('/help', 'ar');
  await user.type(await screen.findByRole('searchbox', { name: 'البحث في المساعدة' }), words);
  const results = await screen.findByRole('region', { name: 'النتائج' });
  expect(within(results).getByRole('link', { name: 'استخدام نطاق خاص بك' })).toBeVisible();
});

test('an article whose translation is out of date is shown in English, with a sentence about it', async () => {
  // The compiler leaves it out.
  Reflect.deleteProperty(germanArticles.titles, 'passkeys');
  await open('/help/article/passkeys', 'de');
  const title = await screen.findByRole('heading', { level: 1, name: 'Sign in with a passkey' });
  expect(within(title).getByText('Sign in with a passkey')).toHaveAttribute('lang', 'en');
  expect(await screen.findByText(/Von diesem Artikel gibt es keine aktuelle Übersetzung/)).toBeVisible();
  const part = screen.getByRole('heading', { level: 2, name: 'Add one' });
  expect(part.closest('[lang]')).toHaveAttribute('lang', 'en');
  expect(part.closest('[dir]')).toHaveAttribute('dir', 'ltr');
});
