/** Modules of the server (folders of server/src/modules) that import each other, directly or through others. */
import path from 'node:path';
import type { Finding, SourceFile } from './repository-checks.ts';

const MODULES = 'server/src/modules/';
const IMPORT = /(?:\bfrom\s+|\bimport\s*\(?\s*)'(\.{1,2}\/[^'\n]+)'/g;

const moduleOf = (file: string): string | null =>
  file.startsWith(MODULES) ? (file.slice(MODULES.length).split('/')[0] ?? null) : null;

/** An import of one module by another, at its first place. */
type Edge = { from: string; to: string; file: string; line: number };

function edgesOf(files: readonly SourceFile[]): Edge[] {
  const edges = new Map<string, Edge>();
  for (const { file, text } of files) {
    const from = file.endsWith('.ts') ? moduleOf(file) : null;
    if (from === null) continue;
    for (const match of text.matchAll(IMPORT)) {
      const to = moduleOf(path.posix.join(path.posix.dirname(file), match[1] ?? ''));
      const key = `${from} > ${to}`;
      if (to === null || to === from || edges.has(key)) continue;
      edges.set(key, { from, to, file, line: text.slice(0, match.index).split('\n').length });
    }
  }
  return [...edges.values()];
}

/** The shortest way from one module to another, as names; null if there is none. */
function wayOf(edges: readonly Edge[], from: string, to: string): string[] | null {
  const ways: string[][] = [[from]];
  const seen = new Set([from]);
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1);
    if (last === to) return way;
    for (const edge of edges)
      if (edge.from === last && !seen.has(edge.to)) {
        seen.add(edge.to);
        ways.push([...way, edge.to]);
      }
  }
  return null;
}

/** One finding for each import that closes a circle. */
export function checkModuleCircles(files: readonly SourceFile[]): Finding[] {
  const edges = edgesOf(files);
  return edges.flatMap(({ from, to, file, line }) => {
    const back = wayOf(edges, to, from);
    if (back === null) return [];
    const circle = [from, ...back].join(' → ');
    return [
      {
        file,
        line,
        rule: 'module-circles',
        message: `closes a circle of modules: ${circle}. What both need moves to the lower one (what a site is: modules/site; starting a task on one: site/start-site-task.ts), what needs both to a higher one; a call of another module's name can be added in the router.`,
      },
    ];
  });
}
