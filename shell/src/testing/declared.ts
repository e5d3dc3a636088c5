import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Declared, Partner, User } from '@panel/core';
import { manifest } from '../manifest.ts';

const ROOT = path.join(import.meta.dirname, '..', '..', '..');

/** All declarations of this checkout, the shell's first; finds the remotes as the registry does. */
export async function declaredHere(): Promise<Declared[]> {
  const remotes = readdirSync(ROOT)
    .filter((name) => name.startsWith('mf-'))
    .sort();
  const modules = await Promise.all(
    remotes.map((name): Promise<{ manifest: Declared }> => import(path.join(ROOT, name, 'src', 'manifest.ts'))),
  );
  return [manifest, ...modules.map((module) => module.manifest)];
}

export const partnerWith = (special: boolean, attributes: Partner['attributes'] = {}): Partner => ({
  id: '3f0c1c1e-0000-4000-8000-000000000000',
  domain: 'brand.localhost',
  domainAccessLink: 'http://brand.localhost:8099',
  sitesDomain: 'brand-sites.localhost',
  favicon: '/favicon.svg',
  logo: '/logo.svg',
  logo_small: '/logo-small.svg',
  languages: [{ en: {} }],
  is_nucal_partner: special,
  supportEmail: 'support@brand.example',
  attributes: { RESELLER_COMPANY_NAME: 'Brand', ...attributes },
});

export const userWith = (role: User['role'], change: Partial<User> = {}): User => ({
  id: '3f0c1c1e-0000-4000-8000-000000000001',
  email: `${role}@brand.example`,
  role,
  avatar_url: null,
  is_abuse_system: false,
  username: role,
  github_username: null,
  domains: [],
  redirect_url: null,
  is_nucal_partner: false,
  firstname: '',
  lastname: '',
  phone_number: '',
  created_at: '2026-01-01T00:00:00.000Z',
  ...change,
});
