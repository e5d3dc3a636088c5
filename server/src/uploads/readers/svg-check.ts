import { SaxesParser, type SaxesAttributeNS, type SaxesTagNS } from 'saxes';
import { SVG_ATTRIBUTES, SVG_ELEMENTS } from './svg-names.ts';
import { refuseStyle } from './svg-style.ts';

const ELEMENTS_MAX = 20_000;
const DEPTH_MAX = 100;
/** Of one element. */
const ATTRIBUTES_MAX = 100;

const INCOMPLETE = 'The file is not a complete SVG image.';
const INVALID = 'The SVG is not valid XML, so it is not a complete SVG image. Export it again.';
const DECLARES = 'The SVG declares a document type, entities or a style sheet. Export it as plain SVG.';
const RUNS = 'The SVG contains a script, a link, an animation or embedded content. Export it as a plain image.';
const HANDLER = 'The SVG contains an event handler. Export it as a plain image.';
const STYLES = 'The SVG’s styles load external content. Export it with plain colors.';
const ELSEWHERE = 'The SVG refers to external content. Embed the images that it uses.';
const LARGE = `The SVG has more than ${ELEMENTS_MAX} parts, or parts that are nested too deeply. Simplify it.`;

/** Ends the reading at the first fault. */
class Refused extends Error {}
const refuse = (text: string): never => {
  throw new Refused(text);
};

/** Namespaces whose elements browsers run or draw. Those of others are notes of drawing programs. */
const DRAWN = ['', 'http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xhtml', 'http://www.w3.org/1998/Math/MathML'];
const XML = 'http://www.w3.org/XML/1998/namespace';
const XLINK = 'http://www.w3.org/1999/xlink';

/** A reference within the file, or an embedded picture. */
const INSIDE = ['#', ...['png', 'jpeg', 'webp', 'gif'].map((type) => `data:image/${type};base64,`)];
const isInside = (address: string): boolean => {
  const start = address.trimStart().slice(0, 40).toLowerCase();
  return INSIDE.some((prefix) => start.startsWith(prefix));
};

function checkStyle(text: string): void {
  const fault = refuseStyle(text, isInside);
  if (fault !== null) refuse(fault === 'loads' ? STYLES : ELSEWHERE);
}

function checkAttribute({ local, prefix, uri, value }: SaxesAttributeNS): void {
  if (prefix === 'xmlns' || (prefix === '' && local === 'xmlns')) return;
  const name = local.toLowerCase();
  if (name.startsWith('on')) refuse(HANDLER);
  if ((name === 'href' || name === 'src' || (uri === XML && name === 'base')) && !isInside(value)) refuse(ELSEWHERE);
  if (uri === XLINK || uri === XML || prefix !== '') return;
  if (!SVG_ATTRIBUTES.has(local) && !name.startsWith('data-') && !name.startsWith('aria-'))
    refuse(`The SVG has an attribute that no drawing needs (${JSON.stringify(local.slice(0, 40))}). Export it again.`);
  checkStyle(value);
}

function checkElement({ local, uri, attributes }: SaxesTagNS, root: string): void {
  if ((uri === root || DRAWN.includes(uri)) && !SVG_ELEMENTS.has(local)) refuse(RUNS);
  for (const attribute of Object.values(attributes)) checkAttribute(attribute);
}

/**
 * Why an SVG file is rejected, or null. A streaming reader of XML goes through it once and ends at the first fault. An
 * accepted file has known elements and attributes alone, no handler, and no address outside of itself.
 */
export function refuseSvg(text: string): string | null {
  const parser = new SaxesParser({ xmlns: true });
  let [depth, elements, attributes, root] = [0, 0, 0, ''];
  let style: string | null = null;
  const styled = (part: string) => {
    if (style !== null) style += part;
  };
  parser.on('error', () => refuse(INVALID));
  parser.on('doctype', () => refuse(DECLARES));
  parser.on('processinginstruction', ({ target }) => {
    if (target === 'xml-stylesheet') refuse(DECLARES);
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    elements += 1;
    depth += 1;
    if (depth > DEPTH_MAX || elements > ELEMENTS_MAX) refuse(LARGE);
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > ATTRIBUTES_MAX) refuse(LARGE);
  });
  parser.on('opentag', (tag) => {
    if (elements === 1) {
      root = tag.uri;
      if (tag.local !== 'svg') refuse(INCOMPLETE);
    }
    checkElement(tag, root);
    if (tag.local === 'style') style = '';
  });
  parser.on('text', styled);
  parser.on('cdata', styled);
  parser.on('closetag', ({ local }) => {
    depth -= 1;
    if (local !== 'style' || style === null) return;
    checkStyle(style);
    style = null;
  });
  try {
    parser.write(text).close();
    return elements === 0 ? INCOMPLETE : null;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
}
