import { VisuallyHidden } from '../parts/text.tsx';

export type SkeletonKind = 'list' | 'form' | 'detail' | 'wizard' | 'text';

const times = (count: number) => Array.from({ length: count }, (_, index) => index);
const Bone = ({ as }: { as: string }) => <span className={`p-bone p-bone-${as}`} />;

const shapes: Record<SkeletonKind, (rows: number) => React.ReactNode> = {
  text: (rows) => times(rows).map((row) => <Bone key={row} as={row % 3 === 2 ? 'short' : 'line'} />),
  list: (rows) => (
    <>
      <div className="p-skeleton-bar">
        <Bone as="search" />
        <Bone as="button" />
      </div>
      <div className="p-skeleton-card">
        {times(rows).map((row) => (
          <div key={row} className="p-skeleton-row">
            <Bone as="name" />
            <Bone as="cell" />
            <Bone as="cell" />
            <Bone as="cell" />
          </div>
        ))}
      </div>
    </>
  ),
  form: (rows) => (
    <div className="p-skeleton-card p-skeleton-pad">
      {times(rows).map((row) => (
        <div key={row} className="p-skeleton-field">
          <Bone as="label" />
          <Bone as="input" />
        </div>
      ))}
      <Bone as="button" />
    </div>
  ),
  detail: () => (
    <div className="p-skeleton-columns">
      <div className="p-skeleton-card p-skeleton-pad">
        <Bone as="picture" />
        <Bone as="line" />
        <Bone as="short" />
      </div>
      <div className="p-skeleton-card p-skeleton-pad">
        {times(6).map((row) => (
          <Bone key={row} as={row % 2 ? 'short' : 'line'} />
        ))}
      </div>
    </div>
  ),
  wizard: (rows) => (
    <>
      <div className="p-skeleton-bar">
        {times(4).map((step) => (
          <Bone key={step} as="step" />
        ))}
      </div>
      <div className="p-skeleton-card p-skeleton-pad">
        {times(rows).map((row) => (
          <div key={row} className="p-skeleton-field">
            <Bone as="label" />
            <Bone as="input" />
          </div>
        ))}
      </div>
    </>
  ),
};

const ROWS: Record<SkeletonKind, number> = { list: 8, form: 4, detail: 1, wizard: 3, text: 3 };

/** The shape of loading content. The initial HTML uses the same classes (skeleton.css). */
export function Skeleton({ kind, rows, label = 'Loading' }: { kind: SkeletonKind; rows?: number; label?: string }) {
  return (
    <div className={`p-skeleton p-skeleton-${kind}`} role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true" className="p-skeleton-shape">
        {shapes[kind](rows ?? ROWS[kind])}
      </div>
    </div>
  );
}
