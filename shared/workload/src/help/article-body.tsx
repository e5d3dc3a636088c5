import type { ReactNode } from 'react';
import type { HelpBlock, HelpRun } from '@panel/contract';
import { Heading, Link } from '@panel/ui';
import './article-body.css';

/** How a link to another article opens: the panel beside a page stays where it is. */
export type OpenArticle = (slug: string) => void;

const ARTICLE = '/help/article/';

function linked(text: ReactNode, href: string, onArticle: OpenArticle | undefined): ReactNode {
  if (href.startsWith('#')) return <Link href={href}>{text}</Link>;
  if (!href.startsWith('/'))
    return (
      <Link href={href} newTab={href.startsWith('http')}>
        {text}
      </Link>
    );
  const slug = href.startsWith(ARTICLE) ? href.slice(ARTICLE.length) : null;
  if (onArticle === undefined || slug === null) return <Link to={href}>{text}</Link>;
  return (
    <Link
      to={href}
      onClick={(event) => {
        event.preventDefault();
        onArticle(slug);
      }}
    >
      {text}
    </Link>
  );
}

function Run({ run: { text, style, href }, onArticle }: { run: HelpRun; onArticle?: OpenArticle }) {
  const styled =
    style === 'strong' ? (
      <strong>{text}</strong>
    ) : style === 'emphasis' ? (
      <em>{text}</em>
    ) : style === 'code' ? (
      <code dir="ltr">{text}</code>
    ) : (
      text
    );
  return href ? linked(styled, href, onArticle) : styled;
}

type RunsProps = { runs?: readonly HelpRun[]; onArticle?: OpenArticle };

const Runs = ({ runs = [], onArticle }: RunsProps) =>
  runs.map((run, index) => <Run key={index} run={run} onArticle={onArticle} />);

/** Lists are blocks one after the other; this takes those of one list. */
const isItem = ({ kind }: HelpBlock): boolean => kind === 'item' || kind === 'numbered';

type Item = { block: HelpBlock; inside: HelpBlock[] };

function itemsOf(blocks: readonly HelpBlock[], depth: number): Item[] {
  const items: Item[] = [];
  for (const block of blocks) {
    if (isItem(block) && (block.depth ?? 0) <= depth) items.push({ block, inside: [] });
    else items.at(-1)?.inside.push(block);
  }
  return items;
}

function List({ blocks, depth = 0, level, onArticle }: Props) {
  const Tag = blocks[0]?.kind === 'numbered' ? 'ol' : 'ul';
  return (
    <Tag className="p-list">
      {itemsOf(blocks, depth).map(({ block, inside }, index) => (
        <li key={index}>
          <Runs runs={block.runs} onArticle={onArticle} />
          {inside.length > 0 && <ArticleBody blocks={inside} depth={depth + 1} {...{ level, onArticle }} />}
        </li>
      ))}
    </Tag>
  );
}

function Table({ rows: [head = [], ...rows], onArticle }: { rows: HelpRun[][][]; onArticle?: OpenArticle }) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls, by keyboard too
    <div
      className="h-table"
      tabIndex={0}
      role="group"
      aria-label={head.map((cell) => cell.map(({ text }) => text).join('')).join(', ')}
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col">
                <Runs runs={cell} onArticle={onArticle} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, index) => (
                <td key={index}>
                  <Runs runs={cell} onArticle={onArticle} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Block({ block, level = TOP, onArticle }: { block: HelpBlock } & Omit<Props, 'blocks'>) {
  const { kind, runs, id, rows = [] } = block;
  const text = <Runs runs={runs} onArticle={onArticle} />;
  switch (kind) {
    case 'heading':
    case 'subheading':
      return (
        <Heading level={kind === 'heading' ? level : level === TOP ? 3 : 4} id={level === TOP ? id : undefined}>
          {text}
        </Heading>
      );
    case 'code':
      return (
        <pre className="h-code" dir="ltr">
          <code>{text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote>{text}</blockquote>;
    case 'rule':
      return <hr />;
    case 'table':
      return <Table rows={rows} onArticle={onArticle} />;
    default:
      return <p>{text}</p>;
  }
}

/** Blocks in a row, with those of a list together. */
function grouped(blocks: readonly HelpBlock[], depth: number): HelpBlock[][] {
  const groups: HelpBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const list = last?.[0] && isItem(last[0]) ? last[0] : null;
    const deeper = isItem(block) && (block.depth ?? 0) > depth;
    const joins = list !== null && (deeper || (isItem(block) && block.kind === list.kind));
    if (joins) last?.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** The level of an article's headings, which its page has once. Where several texts are on a page, theirs have no ids. */
const TOP = 2;
type Props = { blocks: readonly HelpBlock[]; depth?: number; level?: typeof TOP | 3; onArticle?: OpenArticle };

/** The text of an article. It is data, so nothing of it can be markup. */
export function ArticleBody({ blocks, depth = 0, level, onArticle }: Props) {
  return (
    <div className="h-text">
      {grouped(blocks, depth).map((group, index) => {
        const [first] = group;
        if (!first) return null;
        return isItem(first) ? (
          <List key={index} blocks={group} depth={first.depth ?? depth} {...{ level, onArticle }} />
        ) : (
          <Block key={index} block={first} {...{ level, onArticle }} />
        );
      })}
    </div>
  );
}
