import * as v from 'valibot';
import { call } from '../call.ts';
import { page } from '../schemas/list.ts';
import {
  Branding,
  PartnerVersion,
  RestoreInput,
  SaveBrandingInput,
  Sections,
  SwitchSectionInput,
  UploadImageInput,
  VersionsQuery,
} from '../schemas/partner-admin.ts';
import { Outcome } from '../schemas/user.ts';

const audience = 'staff' as const;

/** Branding and switches of this host's partner, for its staff. Every change is a version that can be restored. */
export const partnerAdminCalls = {
  branding: call({
    method: 'GET',
    path: '/partner/branding',
    summary: 'The live brand, and its version',
    audience,
  }).output(Branding),
  saveBranding: call({
    method: 'PUT',
    path: '/partner/branding',
    summary: 'Change the brand, live immediately',
    audience,
    errors: ['CONFLICT'],
  })
    .input(SaveBrandingInput)
    .output(v.object({ ...Outcome.entries, data: Branding })),
  uploadImage: call({
    grows: true,
    method: 'POST',
    path: '/partner/branding/images',
    summary: 'Store an image of at most 256 KB: PNG, SVG, WebP, and ICO for the favicon',
    audience,
    errors: ['NOT_AVAILABLE'],
    // 256 KB in base64.
    bodyLimitBytes: 384 * 1024,
  })
    .input(UploadImageInput)
    .output(v.object({ status: v.literal(true), address: v.string() })),
  sections: call({
    method: 'GET',
    path: '/partner/sections',
    summary: 'Sections with their switches and contents',
    audience,
  }).output(Sections),
  switchSection: call({
    method: 'PUT',
    path: '/partner/sections',
    summary: 'Switch one section on or off, effective immediately',
    audience,
    errors: ['CONFLICT'],
  })
    .input(SwitchSectionInput)
    .output(v.object({ ...Outcome.entries, data: Sections })),
  versions: call({
    method: 'GET',
    path: '/partner/versions',
    summary: 'Saved versions of brand or switches, newest first',
    audience,
  })
    .input(VersionsQuery)
    .output(page(PartnerVersion)),
  restore: call({
    method: 'POST',
    path: '/partner/versions/restore',
    summary: 'Restore a version, as a new one',
    audience,
    errors: ['CONFLICT', 'NOT_FOUND'],
  })
    .input(RestoreInput)
    .output(v.object({ ...Outcome.entries, version: v.number() })),
};
