import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { findRoute } from '@panel/contract/routing';
import { errorCatalogue } from '@panel/contract/errors';
import { loginErrors } from '@panel/contract/login-errors';
import { PLATFORM_ERRORS } from '../../shared/contract/src/platform-errors.ts';
import { manifest as account } from '../../mf-account/src/manifest.ts';
import { manifest as admin } from '../../mf-admin/src/manifest.ts';
import { manifest as apps } from '../../mf-apps/src/manifest.ts';
import { manifest as help } from '../../mf-help/src/manifest.ts';
import { manifest as sites } from '../../mf-sites/src/manifest.ts';
import { manifest as shell } from '../../shell/src/manifest.ts';
import { TRANSLATED } from '../../shared/contract/src/languages.ts';
import { compileArticle } from '../../server/src/uploads/readers/compile-article.ts';
import {
  catalogTexts,
  nameProblems,
  readTranslation,
  readTranslations,
  shapeProblem,
  shownInEnglish,
  strayTranslations,
} from '../lib/article-translations.ts';
import { compiledFiles, linksOf, readArticle, readArticles } from '../lib/articles.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const MANIFESTS = [shell, account, apps, sites, help, admin];
const articles = readArticles();
const translated = readTranslations(articles);
const routes = MANIFESTS.flatMap((manifest) => manifest.routes);

/** Codes that only staff, operators of releases, or teams get. */
const NOT_FOR_READERS = new Set([
  ...[
    'TOKEN_WRONG',
    'BLUEPRINT_NOT_PARTNERS',
    'HELP_LIMIT',
    'COUPON_LIMIT',
    'INCIDENT_LIMIT',
    'ANNOUNCEMENT_LIMIT',
    'ANNOUNCEMENT_ENDED',
    'RELEASE_REFUSED',
    'RELEASE_EXISTS',
  ],
  ...['SIGNATURE_INVALID', 'KEY_REFUSED', 'APPROVAL_REFUSED', 'TEAM_REFUSED', 'P401'],
  ...['INVITATION_ACCEPTED', 'NOT_A_CUSTOMER', 'ACTING_CLOSED', 'PROVIDER_EXISTS', 'PARTNER_OWN'],
  ...['PARTNER_CLOSED', 'PARTNER_DELETING', 'STAFF_ROLE', 'STAFF_SELF', 'STAFF_ACCEPTED', 'LAST_OWNER'],
]);
const CODES = [...Object.keys(errorCatalogue), ...Object.keys(loginErrors), ...PLATFORM_ERRORS];

test('every page of a customer, and every page before the sign-in, has an article', () => {
  const told = new Set(articles.flatMap(({ entry }) => entry.pages));
  const without = routes
    .filter(
      ({ audience, path: page }) => ['customer', 'signed-in', 'public'].includes(audience) && !/^\/help\b/.test(page),
    )
    .map((route) => route.path)
    .filter((page) => !told.has(page));
  assert.deepEqual(without, [], 'Name these pages in an article of mf-help/articles, then: npm run articles');
});

test('an article names pages, errors and other articles that exist', () => {
  const patterns = new Set(routes.map((route) => route.path));
  const slugs = new Set(articles.map(({ entry }) => entry.slug));
  const wrong = articles.flatMap((article) => {
    const { entry, errors } = article;
    return [
      ...entry.pages.filter((page) => !patterns.has(page)),
      ...errors.filter((code) => !CODES.includes(code)),
      ...entry.related.filter((slug) => !slugs.has(slug) || slug === entry.slug),
      ...linksOf(article).filter((link) =>
        link.startsWith('/help/article/') ? !slugs.has(link.slice(14)) : findRoute(MANIFESTS, link) === null,
      ),
    ].map((what) => `${entry.slug}: ${what}`);
  });
  assert.deepEqual(wrong, []);
});

test('every error that readers see has one article', () => {
  const named = articles.flatMap(({ errors }) => errors);
  assert.deepEqual(
    CODES.filter((code) => !NOT_FOR_READERS.has(code) && !named.includes(code)),
    [],
  );
  assert.deepEqual(named.length, new Set(named).size, 'An error belongs to one article.');
});

test('every heading of the help center is a text of the panel', () => {
  const texts = catalogTexts('de');
  const groups = new Set(articles.map(({ entry }) => entry.group).filter(Boolean));
  assert.deepEqual(
    [...groups].filter((group) => !texts.has(group)),
    [],
    'Add it to categories.ts, and translate it',
  );
});

test('an article for everybody links to none that only partner accounts see', () => {
  const audience = new Map(articles.map(({ entry }) => [entry.slug, entry.audience]));
  const wrong = articles
    .filter(({ entry }) => entry.audience === 'everybody')
    .flatMap((article) => linksOf(article).map((link) => [article.entry.slug, link.slice(14)]))
    .filter(([, slug]) => audience.get(slug ?? '') === 'applications');
  assert.deepEqual(wrong, []);
});

test('the compiled articles are those of the Markdown: npm run articles', () => {
  for (const [file, text] of compiledFiles(articles, translated)) {
    assert.ok(existsSync(path.join(ROOT, file)), file);
    assert.equal(readFileSync(path.join(ROOT, file), 'utf8'), text, file);
  }
});

for (const language of TRANSLATED) {
  test(`${language}: every article has a translation, and no other file is there`, (t) => {
    const english = [...shownInEnglish(language, articles)];
    const missing = english.filter(([, state]) => state === 'missing').map(([slug]) => slug);
    assert.deepEqual(missing, [], `Translate these: mf-help/articles/${language}, then npm run articles`);
    assert.deepEqual(strayTranslations(language, articles), []);
    t.diagnostic(`${english.length} outdated, and shown in English`);
  });

  test(`${language}: buttons, menus and pages have the names that the panel gives them`, () => {
    const texts = catalogTexts(language);
    const wrong = articles.flatMap((article) => {
      const translation = translated.get(language)?.get(article.entry.slug);
      return translation ? nameProblems(article, translation, texts) : [];
    });
    assert.deepEqual(wrong, []);
  });
}

test('a translation of an earlier English text is not shown', () => {
  const english = (body: string) =>
    readArticle('x.md', `---\ntitle: A\nsummary: B\ncategory: home\naudience: everybody\n---\n\n## Part\n\n${body}`);
  const now = english('Text');
  const german = `---\ntitle: C\nsummary: D\nenglish: ${now.hash}\n---\n\n## Teil\n\nText`;
  const read = readTranslation(now, 'de/x.md', german);
  assert.equal(typeof read === 'string' ? read : read.title, 'C');
  assert.deepEqual(
    typeof read === 'string' ? read : read.blocks[0]?.id,
    'part',
    'Links to a part are the same everywhere.',
  );
  assert.equal(readTranslation(english('New text'), 'de/x.md', german), 'outdated');
});

test('a translation has the blocks, links and code of the English text', () => {
  const problem = (english: string, other: string) => shapeProblem(compileArticle(english), compileArticle(other));
  assert.equal(problem('One `a` and [b](/dns).', '[B](/dns) und `a`.'), null);
  assert.match(problem('One.\n\nTwo.', 'Eins.') ?? '', /from block 2 on/);
  assert.match(problem('- One\n- Two', '1. Eins\n2. Zwei') ?? '', /from block 1 on/);
  assert.match(problem('See [b](/dns).', 'Siehe [b](/db).') ?? '', /\(\/dns\)/);
  assert.match(problem('Run `a`.', 'Führen Sie `b` aus.') ?? '', /`a`/);
});

test('a name that the panel says otherwise is found', () => {
  const [article] = articles.filter(({ entry }) => entry.slug === 'backups');
  assert.ok(article);
  const wrong = nameProblems(
    article,
    { title: '', summary: '', blocks: compileArticle('**Sichern**') },
    catalogTexts('de'),
  );
  assert.ok(wrong.includes('backups: Back up now is Jetzt Backup erstellen'), wrong.join('\n'));
});

test('what is wrong with an article names its file', () => {
  const file = (head: string) => () => readArticle('x.md', `---\n${head}\n---\n\nText`);
  assert.throws(file('title: A\nsummary: B\ncategory: home\naudience: robots'), /x\.md: audience is robots/);
  assert.throws(file('title: A\ncategory: home\naudience: everybody'), /x\.md: has no summary/);
  assert.throws(file('title: A\ncolor: red'), /x\.md: has an unknown key: color/);
  assert.throws(() => readArticle('x.md', 'Text'), /x\.md: has no front matter/);
});
