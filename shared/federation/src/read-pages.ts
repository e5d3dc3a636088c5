import { readFileSync } from 'node:fs';
import { parseSync, type Expression, type Module, type ObjectExpression } from '@swc/core';

/** A page id and the file that pages.ts imports for it. */
export type PageImport = { page: string; request: string };

function importedBy(value: Expression): string | null {
  if (value.type !== 'ArrowFunctionExpression' || value.body.type !== 'CallExpression') return null;
  const call = value.body;
  const argument = call.arguments[0]?.expression;
  return call.callee.type === 'Import' && argument?.type === 'StringLiteral' ? argument.value : null;
}

function definedObject(module: Module): ObjectExpression | null {
  for (const item of module.body) {
    if (item.type !== 'ExportDeclaration' || item.declaration.type !== 'VariableDeclaration') continue;
    for (const declaration of item.declaration.declarations) {
      const init = declaration.init;
      if (declaration.id.type !== 'Identifier' || declaration.id.value !== 'pages' || init?.type !== 'CallExpression')
        continue;
      const argument = init.arguments[0]?.expression;
      if (argument?.type === 'ObjectExpression') return argument;
    }
  }
  return null;
}

/**
 * Reads the page ids of a pages.ts without running it (its pages are JSX and browser code). Throws with the expected
 * form when the file differs from it.
 */
export function readPages(file: string): PageImport[] {
  const module = parseSync(readFileSync(file, 'utf8'), { syntax: 'typescript', target: 'es2022' });
  const object = definedObject(module);
  const form = "write: export const pages = definePages({ 'page-id': () => import('./features/…/x.page.tsx') });";
  if (!object) throw new Error(`${file} exports no pages. Please ${form}`);
  return object.properties.map((property) => {
    if (property.type !== 'KeyValueProperty') throw new Error(`${file}: a page has another form. Please ${form}`);
    const { key } = property;
    const page = key.type === 'StringLiteral' || key.type === 'Identifier' ? key.value : null;
    const request = importedBy(property.value);
    if (page === null || request === null)
      throw new Error(`${file}: the page "${page ?? key.type}" is not a lazy import. Please ${form}`);
    return { page, request };
  });
}
