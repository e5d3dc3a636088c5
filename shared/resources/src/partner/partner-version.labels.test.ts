import { tellChange } from './partner-version.labels.ts';

test('a change shows its old and new value', () => {
  expect(tellChange({ name: 'CSS_NAV_BG_COLOR', before: '#111111', after: '#222222' })).toBe(
    'Header: #111111 → #222222',
  );
  expect(tellChange({ name: 'RESELLER_COMPANY_SLOGAN', before: null, after: 'Fast' })).toBe('Slogan: none → Fast');
  expect(tellChange({ name: 'logo', before: null, after: null })).toBe('Logo changed');
  expect(tellChange({ name: 'ONLINE_CHAT_SCRIPT', before: null, after: '%3Cscript%3E' })).toBe(
    'Online chat script: none → set',
  );
  expect(tellChange({ name: 'ONLINE_CHAT_SCRIPT', before: '%3Cscript%3E', after: '%3Cb%3E' })).toBe(
    'Online chat script changed',
  );
  expect(tellChange({ name: 'de:Save: all', before: null, after: 'Sichern' })).toBe(
    'Deutsch, “Save: all”: none → Sichern',
  );
  expect(tellChange({ name: 'SECTION_HELP', before: null, after: 'false' })).toBe('Help center: on → off');
  expect(tellChange({ name: 'SECTION_HELP', before: 'false', after: null })).toBe('Help center: off → on');
});
