import * as v from 'valibot';
import { call } from '../call.ts';
import { MailCheck, MailCheckQuery } from '../schemas/dns.ts';
import { page } from '../schemas/list.ts';
import { FindTextsQuery, FoundTexts, OwnTexts, SaveTextsInput, TextsQuery } from '../schemas/own-text.ts';
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

/** Branding, switches and own texts of this host's partner, for its staff. Every change is a version that can be restored. */
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
  senderCheck: call({
    method: 'GET',
    path: '/partner/sender',
    summary: 'The address that the partner’s emails come from, and SPF, DKIM and DMARC of its domain, explained',
    audience,
    heavy: {},
  })
    .input(v.omit(MailCheckQuery, ['fqdn']))
    .output(v.object({ sender: v.string(), check: MailCheck })),
  texts: call({
    method: 'GET',
    path: '/partner/texts',
    summary: 'The partner’s own texts of a language, and their version',
    audience,
  })
    .input(TextsQuery)
    .output(OwnTexts),
  findTexts: call({
    method: 'GET',
    path: '/partner/texts/search',
    summary: 'Texts of the panel and its emails that contain the words, in English or in the language; the first 50',
    audience,
  })
    .input(FindTextsQuery)
    .output(FoundTexts),
  saveTexts: call({
    method: 'PUT',
    path: '/partner/texts',
    summary: 'Replace the partner’s own texts of a language, shown from the next page view and in the next emails',
    audience,
    errors: ['CONFLICT'],
    // OWN_TEXTS_CHARACTERS, each with up to three bytes, and the names and marks of JSON.
    bodyLimitBytes: 128 * 1024,
  })
    .input(SaveTextsInput)
    .output(v.object({ ...Outcome.entries, data: OwnTexts })),
  versions: call({
    method: 'GET',
    path: '/partner/versions',
    summary: 'Saved versions of brand, switches or own texts, newest first',
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
