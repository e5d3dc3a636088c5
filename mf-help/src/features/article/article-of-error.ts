import codes from './generated/errors.generated.json';

/** The article that is about an error, by its code. */
export const articleOfError = (code: string): string | undefined =>
  Object.hasOwn(codes, code) ? (codes as Readonly<Record<string, string>>)[code] : undefined;
