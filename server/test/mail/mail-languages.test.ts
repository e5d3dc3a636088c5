import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES, LANGUAGE_TAGS, type Language } from '@panel/contract/languages';
import type { AppContext, MailMessage } from '../../src/context/app-context.ts';
import type { PartnerRow, UserRow } from '../../src/context/call-context.ts';
import { described, reasonOf, said, sentence } from '../../src/context/said.ts';
import { readerLanguage, wordsOf } from '../../src/context/words.ts';
import * as change from '../../src/modules/account/account-change-mails.ts';
import { announcementMail } from '../../src/modules/announcement/announcement-mail.ts';
import { apiTokenMail } from '../../src/modules/api-token/api-token-mail.ts';
import { noticeText } from '../../src/modules/license/license-notice.repo.ts';
import { linkedMail, unlinkedMail } from '../../src/modules/login-provider/login-provider-mails.ts';
import * as factor from '../../src/modules/second-factor/second-factor-mails.ts';
import * as account from '../../src/modules/session/account-mails.ts';
import { reminderMail } from '../../src/modules/payment/reminders.ts';
import { trialMail } from '../../src/modules/payment/trial-notice.ts';
import { askingMail, updateMail } from '../../src/modules/status-page/status-mail.ts';
import { newsMail } from '../../src/modules/submission/submission-mail.ts';

const AT = new Date('2026-11-21T08:05:00Z');
const config = { publicUrl: 'http://aurora.localhost:3000' } as AppContext['config'];
/** Takes the tokens of links. */
const db = { insert: () => ({ values: async () => undefined }) } as unknown as AppContext['db'];
const deps = { config, db, clock: { now: () => AT } } as AppContext;
const partnerIn = (language: Language, own: Record<string, string> = {}) =>
  ({
    ...{ id: 'p', name: 'Aurora', domain: 'aurora.localhost', supportEmail: 'help@aurora.test' },
    ...{ attributes: { LANGUAGE: language }, languages: [{ en: {}, [language]: own }] },
  }) as unknown as PartnerRow;
const userIn = (language: Language | null) =>
  ({ id: 'u', email: 'ada@example.com', language, role: 'customer' }) as UserRow;

/** Every email of the panel, as an account or a subscriber with this language gets it. */
async function mailsIn(language: Language): Promise<Record<string, MailMessage>> {
  const partner = partnerIn(language);
  const user = userIn(language);
  const to = { partner, user };
  const url = 'https://aurora.test/x';
  const request = { ip: '192.0.2.1', userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' };
  const license = { product: 'site_pro', quantity: 1, toDate: AT } as never;
  const trial = {
    ...{
      product: 'site_pro' as const,
      productName: 'Site Pro',
      quantity: 1,
      startedAt: AT,
      toDate: AT,
      trialEndsAt: AT,
    },
    ...{ price: { amount: 1000, currency: 'kwd', interval: 'month' as const }, coupon: undefined },
  };
  const incident = { kind: 'maintenance', title: 'Disks', fromAt: AT, untilAt: AT } as never;
  const update = (step: string) =>
    updateMail(
      deps,
      { update: { step, text: 'Ours.' }, incident, partner } as never,
      { email: 'x@y.test', token: 't' } as never,
      AT,
    );
  return {
    welcome: await account.welcomeMail(deps, partner, user),
    invitation: await account.invitationMail(deps, partner, user),
    member: await account.memberMail(deps, partner, user, user),
    known: await account.knownAddressMail(deps, partner, user),
    reserved: account.reservedMail(partner, { email: 'ada@example.com', until: AT, language }),
    reset: await account.resetMail(deps, partner, user),
    changed: account.changedMail(partner, user),
    guessed: await account.guessedMail(deps, partner, user),
    newBrowser: account.newBrowserMail(deps, { partner, user, request }),
    unknownBrowser: account.newBrowserMail(deps, { partner, user, request: { ...request, userAgent: '?' } }),
    oldAddress: change.oldAddressMail(partner, user, { email: 'new@example.com', url, undoUrl: url }),
    newAddress: change.newAddressMail(partner, user, url),
    takenAddress: change.takenAddressMail(partner, user),
    emailChanged: change.emailChangedMail(partner, user, { email: 'new@example.com', undoUrl: url }),
    deletion: change.deletionMail(partner, user, { url, endsAt: AT }),
    factorAdded: factor.factorAddedMail(to),
    factorRemoved: factor.factorRemovedMail(to, true),
    factorReplaced: factor.factorRemovedMail(to, false),
    recoveryCode: factor.recoveryCodeMail(to, 1),
    codesGuessed: factor.codesGuessedMail(to),
    passkeyAdded: factor.passkeyAddedMail(to, 'Key'),
    passkeyRemoved: factor.passkeyRemovedMail(to, 'Key'),
    passkeyCopied: factor.passkeyCopiedMail(to, 'Key'),
    linked: linkedMail(to, 'GitHub', 'ada@github.test'),
    unlinked: unlinkedMail(to, 'GitHub'),
    apiToken: apiTokenMail({ app: deps, partner }, user, { name: 'ci', prefix: 'pat_1' }),
    announcement: announcementMail(deps, { title: 'Ours', blocks: [] }, { user, partner }),
    reminder: reminderMail(deps, { license, name: 'Site Pro', partner, user }, 1),
    lastReminder: reminderMail(deps, { license, name: 'Site Pro', partner, user }, 9),
    trial: trialMail(deps, { license: trial, partner, user }),
    planned: update('planned'),
    resolved: update('resolved'),
    asking: askingMail(deps, partner, { email: 'x@y.test', confirmedAt: null, token: 't' } as never),
    askingAgain: askingMail(deps, partner, { email: 'x@y.test', confirmedAt: AT, token: 't' } as never),
    submission: newsMail(
      deps,
      { user, partner },
      said('New submission of the form “{form}” on {site}', { form: 'A', site: 'b.test' }),
      1,
    ),
  };
}

/** Paragraphs that come from people, or are the same in each language. */
const OURS = /^(?:Ours\.?|Aurora · help@aurora\.test|https?:\S+)$/;

for (const language of LANGUAGE_TAGS) {
  test(`every email is complete in ${LANGUAGES[language].name}, in its direction, with nothing left in English`, async () => {
    const [mails, english] = [await mailsIn(language), await mailsIn('en')];
    for (const [name, mail] of Object.entries(mails)) {
      const all = `${mail.subject}\n${mail.text}\n${mail.html}`;
      assert.doesNotMatch(all.replace(/<style[^]*?<\/style>/g, ''), /\{\w+[},]|undefined|null|Invalid Date/, name);
      const { dir } = LANGUAGES[language];
      assert.ok(mail.html?.includes(`<html lang="${language}" dir="${dir}">`), name);
      if (language === 'en') continue;
      const before = new Set(`${english[name]?.subject}\n${english[name]?.text}`.split('\n').filter(Boolean));
      const left = `${mail.subject}\n${mail.text}`.split('\n').filter((line) => before.has(line) && !OURS.test(line));
      assert.deepEqual(
        left.filter((line) => line !== 'Ours'),
        [],
        name,
      );
    }
  });
}

test('days and times are those of the language', async () => {
  const [en, de, ar] = [await mailsIn('en'), await mailsIn('de'), await mailsIn('ar')];
  assert.match(en['deletion']?.text ?? '', /November 21, 2026 \(UTC\)/);
  assert.match(de['deletion']?.text ?? '', /21\. November 2026 \(UTC\)/);
  assert.match(de['newBrowser']?.text ?? '', /Firefox on Linux|Firefox auf Linux/);
  assert.match(de['newBrowser']?.text ?? '', /21\. November 2026.*08:05 UTC/);
  assert.match(ar['deletion']?.text ?? '', /نوفمبر/);
});

test('the language is the account’s, then the partner’s, then English; an unknown one counts as none', () => {
  assert.equal(readerLanguage('tr', partnerIn('de')), 'tr');
  assert.equal(readerLanguage(null, partnerIn('de')), 'de');
  assert.equal(readerLanguage('xx', partnerIn('de')), 'de');
  assert.equal(readerLanguage(null, { attributes: {} }), 'en');
});

test('a partner’s own text comes first, and one that is no message is not used', () => {
  const text = 'Your password for {company} was changed';
  const own = (mine: string) => account.changedMail(partnerIn('de', { [text]: mine }), userIn('de')).subject;
  assert.equal(own('{company}: neues Passwort'), 'Aurora: neues Passwort');
  assert.equal(own('Kaputt {'), 'Ihr Passwort für Aurora wurde geändert');
});

test('an invitation names the account by its address alone: a name is what a customer likes', async () => {
  const customer = { ...userIn('en'), firstname: 'Call 0900-123', lastname: 'http://evil.test' };
  const mail = await account.memberMail(deps, partnerIn('en'), { ...userIn('en'), email: 'new@example.com' }, customer);
  assert.match(mail.text, /^ada@example\.com has given you access/m);
  assert.doesNotMatch(`${mail.subject}${mail.text}${mail.html}`, /0900|evil/);
});

test('what staff wrote themselves has its own direction', async () => {
  const { planned, changed } = await mailsIn('ar');
  assert.match(planned?.html ?? '', /<p dir="auto" [^>]*>Ours\.<\/p>/);
  assert.doesNotMatch(changed?.html ?? '', /dir="auto"/);
});

test('a reason that is stored is of a bounded length, also its values', () => {
  const long = 'x'.repeat(5000);
  assert.deepEqual(reasonOf({ message: long }), [{ template: long.slice(0, 2000), values: {} }]);
  const texts = [sentence('{file} is full, {count} times.', { file: long, count: 3 })];
  assert.deepEqual(reasonOf({ message: '', texts }), [
    { template: '{file} is full, {count} times.', values: { file: long.slice(0, 2000), count: 3 } },
  ]);
});

test('a notice of a license names ten of its sites, and counts the others', () => {
  const license = { product: 'site_pro', quantity: 1, toDate: AT } as never;
  const sites = Array.from({ length: 13 }, (_, at) => `s${at + 1}.test`);
  const said = (count: number, language: Language) =>
    wordsOf(language).say(noticeText('license_expiring', license, 'Pro', sites.slice(0, count)));
  assert.match(said(13, 'en'), /It is used by s1\.test, .*, s10\.test and 3 more\.$/);
  assert.match(said(10, 'en'), /, s10\.test\.$/);
  assert.match(said(13, 'de'), /s10\.test und 3 weiteren verwendet\.$/);
  assert.match(
    wordsOf('de').say(noticeText('license_expired', license, 'Pro', sites)),
    /Für s1\.test, .*, s10\.test und 3 weitere gelten jetzt die Grenzen des kostenlosen Tarifs\./,
  );
});

test('a notification stores its English, and sentences in it are said one by one', () => {
  const reason = [...reasonOf({ message: 'The disk {said} no.' }), sentence('Its previous content is back.')];
  const text = said('{site} could not be restored. {reason}', { site: 'b.test', reason });
  assert.deepEqual(described(text), {
    description: 'b.test could not be restored. The disk {said} no. Its previous content is back.',
    ...text,
  });
  assert.equal(
    wordsOf('de').say(text),
    'b.test konnte nicht wiederhergestellt werden. The disk {said} no. Der vorherige Inhalt ist wieder da.',
  );
});

test('what was cut in the middle of a character can be stored', () => {
  const cut = `${'x'.repeat(1999)}😀`;
  const texts = [
    said('{name} failed.', { name: cut.slice(0, 2000) }),
    ...reasonOf({ message: cut }),
    ...reasonOf({ message: '', texts: [sentence('{name} failed.', { name: cut })] }),
  ];
  for (const text of texts)
    for (const part of [text.template, ...Object.values(text.values)]) assert.ok(String(part).isWellFormed());
});
