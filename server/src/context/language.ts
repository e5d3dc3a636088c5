import { languageOf, SOURCE_LANGUAGE, type Language } from '@panel/contract/languages';
import type { PartnerRow, RequestFacts, Viewer } from './call-context.ts';

/** Longer lists of languages are cut: a browser sends a few dozen characters. */
const ACCEPTED_MAX = 500;

/** The first language of `Accept-Language` that the panel has, by its weights; null if it has none of them. */
export function acceptedLanguage(header: string | null | undefined): Language | null {
  const asked = (header ?? '')
    .slice(0, ACCEPTED_MAX)
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.split(';');
      const [, given] = /^\s*q\s*=\s*([01](?:\.\d{1,3})?)\s*$/i.exec(weight ?? '') ?? [];
      return { language: languageOf(tag), weight: weight === undefined ? 1 : Number(given ?? 0) };
    })
    .filter(({ weight }) => weight > 0)
    // A stable sort: of two with the same weight, the first one counts.
    .sort((one, other) => other.weight - one.weight);
  return asked.find(({ language }) => language !== null)?.language ?? null;
}

/** What a browser has chosen (a cookie of the picker), or asks for; null if the panel has none of that. */
export const browserLanguage = (request: Pick<RequestFacts, 'pickedLanguage' | 'acceptedLanguages'>): Language | null =>
  languageOf(request.pickedLanguage) ?? acceptedLanguage(request.acceptedLanguages);

/** The account's choice; staff who act as a customer keep their own words. */
const chosenBy = (viewer: Pick<Viewer, 'user' | 'actor' | 'member'> | null): string | null =>
  viewer && (viewer.actor ?? viewer.member?.user ?? viewer.user).language;

/**
 * The language of a visitor: the account's choice, then that of the browser (a cookie of the picker), then what the
 * browser asks for, then the partner's default, then English.
 */
export const visitorLanguage = (
  viewer: Pick<Viewer, 'user' | 'actor' | 'member'> | null,
  partner: Pick<PartnerRow, 'attributes'>,
  request: Pick<RequestFacts, 'pickedLanguage' | 'acceptedLanguages'>,
): Language =>
  languageOf(chosenBy(viewer)) ??
  browserLanguage(request) ??
  languageOf(partner.attributes.LANGUAGE) ??
  SOURCE_LANGUAGE;
