import type { CustomParserCss } from 'grapesjs';

/**
 * A declaration; a semicolon inside quotes or brackets does not end it.
 * bounded: the style of one rule, as the visitor's own browser serializes it, in the editor of that visitor
 */
const DECLARATION = /([\w-]+)\s*:\s*((?:"[^"]*"|'[^']*'|\([^)]*\)|[^;])+)/g;

const styleOf = ({ cssText }: CSSStyleDeclaration): Record<string, string> =>
  Object.fromEntries([...cssText.matchAll(DECLARATION)].map(([, name = '', value = '']) => [name, value.trim()]));

type Node = ReturnType<CustomParserCss>[number];

function nodesOf(rule: CSSRule, at: Pick<Node, 'atRule' | 'params'> = {}): Node[] {
  if (rule instanceof CSSStyleRule) return [{ selectors: rule.selectorText, style: styleOf(rule.style), ...at }];
  if (!(rule instanceof CSSMediaRule)) return [];
  return [...rule.cssRules].flatMap((inner) => nodesOf(inner, { atRule: 'media', params: rule.conditionText }));
}

/**
 * Reads a style sheet into the rules that GrapesJS expects. Its own parser writes a style element into the panel's page,
 * which the panel's policy refuses.
 */
export const parseCss: CustomParserCss = (css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return [...sheet.cssRules].flatMap((rule) => nodesOf(rule));
};
