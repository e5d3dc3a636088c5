import { neutrals, type Scheme } from './neutrals.ts';
import { paletteOf, type BrandColors } from './palette.ts';

export { neutrals, type Neutrals, type Scheme } from './neutrals.ts';

/** Storage key of the choice between light, dark and system. */
export const SCHEME_STORAGE_KEY = 'panel.scheme';
/** Id of the style element that holds `themeCss` in the initial HTML. */
export const THEME_STYLE_ID = 'p-theme';

/**
 * Runs before the first paint, so that a stored scheme, a collapsed menu, a closed offer and the typeface never flash. It also chooses one of the two
 * pictures behind the sign-in at random (spec §2), once a visit: another one on each page would look like a mistake.
 */
export const SCHEME_SCRIPT = `try{var s=localStorage.getItem('${SCHEME_STORAGE_KEY}');if(s==='light'||s==='dark')document.documentElement.dataset.scheme=s;var m=localStorage.getItem('panel.side');if(m==='rail'||m==='open')document.documentElement.dataset.side=m;var o=localStorage.getItem('panel.closed-offers');if(o)document.documentElement.dataset.closedOffers=o;if(localStorage.getItem('panel.font'))document.documentElement.dataset.font='';var k='panel.scene',c=sessionStorage.getItem(k)||(Math.random()<.5?'1':'2');sessionStorage.setItem(k,c);document.documentElement.dataset.scene=c}catch{}`;

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Every colour of one scheme by its custom property, `--p-text` to `--p-button-bg`. */
export function colorVariables(colors: BrandColors, scheme: Scheme): Record<string, string> {
  const all = { ...neutrals[scheme], ...paletteOf(colors, scheme) };
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [`--p-${kebab(name)}`, value]));
}

/**
 * All colours of both schemes as one rule, for a style element with a nonce. The browser's preference applies unless
 * `data-scheme` on the root overrides it. Only parsed colours are included, so a partner cannot inject CSS.
 */
export function themeCss(colors: BrandColors): string {
  const dark = colorVariables(colors, 'dark');
  const both = Object.entries(colorVariables(colors, 'light')).map(([name, light]) =>
    light === dark[name] ? `${name}:${light}` : `${name}:light-dark(${light},${dark[name]})`,
  );
  return `:root{color-scheme:light dark;${both.join(';')}}:root[data-scheme=light]{color-scheme:light}:root[data-scheme=dark]{color-scheme:dark}`;
}
