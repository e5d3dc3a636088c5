import contract from '@panel/contract/words/de.json';
import core from '../words/de.json';
import { loadWords } from '../words/words.ts';
import { errorOfAnswer } from './api-error.ts';

afterEach(() => {
  document.documentElement.lang = '';
});

const TEMPLATES = {
  MEMBER_ROLE: 'Your role in this account is {role}. This can be done by: {roles}.',
  STAFF_ROLE: 'Your role is {role}. This can be done by: {roles}. Ask one of them, or an owner to change your role.',
};
const saidOf = (code: keyof typeof TEMPLATES, values: Record<string, string>) =>
  errorOfAnswer(403, { code, message: 'x', template: TEMPLATES[code], values }, null).message;

test('a refusal for a role names the roles in the language of the page', () => {
  document.documentElement.lang = 'de';
  loadWords('de', { ...contract, ...core });
  expect(saidOf('MEMBER_ROLE', { role: 'Billing', roles: 'Owner, Developer' })).toBe(
    'Ihre Rolle in diesem Konto ist Abrechnung. Das können: Inhaber, Entwickler.',
  );
  expect(saidOf('MEMBER_ROLE', { role: 'Owner', roles: 'the customer' })).toBe(
    'Ihre Rolle in diesem Konto ist Inhaber. Das können: der Kunde.',
  );
  expect(saidOf('STAFF_ROLE', { role: 'Support', roles: 'Owner, Administrator' })).toContain('Inhaber, Administrator.');
});
