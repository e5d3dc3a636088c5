/** Compiles the help articles of mf-help/articles: `npm run articles`. Their test fails while this has not run. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compiledFiles, readArticles } from './lib/articles.ts';

const root = path.join(import.meta.dirname, '..');
const files = compiledFiles(readArticles());
for (const [file, text] of files) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}
const texts = 'mf-help/src/features/article/generated/text';
for (const name of readdirSync(path.join(root, texts)))
  if (!files.has(`${texts}/${name}`)) rmSync(path.join(root, texts, name));
console.log(`Compiled ${readdirSync(path.join(root, texts)).length} articles.`);
