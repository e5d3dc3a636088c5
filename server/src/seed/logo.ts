/** A drawing as a `data:` address, so that a brand needs no file. */
const asUrl = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;

/** `name` is the text colour in the full logo, which is shown on the navbar's colour. */
export type Mark = { path: string; color: string; ink: string; name: string };

const mark = ({ path, color, ink }: Mark): string =>
  `<rect width="32" height="32" rx="8" fill="${color}"/><path d="${path}" fill="none" stroke="${ink}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`;

/** The mark alone, for the tab and the collapsed menu. */
export const smallLogo = (given: Mark): string =>
  asUrl(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">${mark(given)}</svg>`);

/** Mark and name, for the navbar's colour. */
export function fullLogo(given: Mark, name: string): string {
  const text = `<text x="42" y="22.5" font-family="Inter,'Segoe UI',Helvetica,Arial,sans-serif" font-size="19" font-weight="650" letter-spacing="-.3" fill="${given.name}">${name}</text>`;
  return asUrl(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${56 + name.length * 10.5} 32" height="32" role="img" aria-label="${name}">${mark(given)}${text}</svg>`,
  );
}
