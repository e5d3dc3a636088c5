import { errorCatalogue, type ErrorCode } from '@panel/contract/errors';
import contract from '@panel/contract/words/de.json';
import core from '../words/de.json';
import { loadWords } from '../words/words.ts';
import { errorOfAnswer } from './api-error.ts';

afterEach(() => {
  document.documentElement.lang = '';
});

const saidOf = (code: ErrorCode, values: Record<string, string>) =>
  errorOfAnswer(403, { code, message: 'x', template: errorCatalogue[code].message, values }, null).message;

test('a refusal for a role names the roles in the language of the page', () => {
  document.documentElement.lang = 'de';
  loadWords('de', { ...contract, ...core });
  expect(saidOf('MEMBER_ROLE', { role: 'Billing', roles: 'Owner, Developer' })).toBe(
    'Ihre Rolle in diesem Konto ist Abrechnung. Das können: Inhaber, Entwickler.',
  );
  expect(saidOf('MEMBER_ROLE', { role: 'Owner', ...errorCatalogue.MEMBER_ROLE.values })).toBe(
    'Ihre Rolle in diesem Konto ist Inhaber. Das können: der Kunde.',
  );
  expect(saidOf('STAFF_ROLE', { role: 'Support', roles: 'Owner, Administrator' })).toContain('Inhaber, Administrator.');
});
