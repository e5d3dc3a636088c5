import * as v from 'valibot';
import { SaveBrandingInput } from '@panel/contract/schemas';
import type { Branding } from '@panel/core';
import { attributesOf, BrandForm, inputOf, valuesOf } from './branding.form.ts';

const saved: Branding = {
  version: 3,
  changed_by: null,
  changed_at: null,
  logo: 'data:image/svg+xml;base64,AAAA',
  logo_small: '',
  favicon: '',
  attributes: {
    CSS_NAV_BG_COLOR: '#111111',
    RESELLER_COMPANY_NAME: 'Aurora',
    ONLINE_CHAT_SCRIPT: '%3Cb%3E100%25%3C%2Fb%3E',
  },
};

test('unchanged values are sent as they were saved', () => {
  const values = valuesOf(saved);
  expect(v.safeParse(BrandForm, values).success).toBe(true);
  expect(values.ONLINE_CHAT_SCRIPT).toBe('<b>100%</b>');
  expect(attributesOf(values)).toEqual(saved.attributes);
  expect(inputOf(values, saved)).toEqual({ base: 3, note: '', attributes: saved.attributes, images: {} });
});

test('an empty value is left out, and a removed image is sent as empty', () => {
  const input = inputOf({ ...valuesOf(saved), RESELLER_COMPANY_NAME: '', logo: '', note: 'Autumn' }, saved);
  expect(input.attributes).not.toHaveProperty('RESELLER_COMPANY_NAME');
  expect(input).toMatchObject({ images: { logo: '' }, note: 'Autumn' });
  expect(v.safeParse(SaveBrandingInput, input).success).toBe(true);
});

test('colours must be hex, links http or https', () => {
  const issuesOf = (change: object) =>
    v.safeParse(BrandForm, { ...valuesOf(saved), ...change }).issues?.map(({ message }) => message);
  expect(issuesOf({ CSS_LINK_COLOR: 'red' })).toEqual(['Enter a hex color, for example #1e1b4b.']);
  expect(issuesOf({ MIGRATION_VIDEO_LINK: 'javascript:alert(1)' })).toEqual([
    'Enter an address that begins with http:// or https://.',
  ]);
  expect(issuesOf({ CSS_LINK_COLOR: '#abc', MIGRATION_VIDEO_LINK: 'https://videos.example/move' })).toBeUndefined();
});
