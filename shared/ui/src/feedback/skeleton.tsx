import { skeletonView, type SkeletonKind } from '@panel/frame';
import { reactRenderer } from '../parts/react-renderer.ts';

export type { SkeletonKind };

type Props = {
  kind: SkeletonKind;
  /** Lines, rows or fields; as many as fill a screen by default. */ rows?: number;
  label?: string;
};

/** The shape of loading content, as in the initial HTML. */
export const Skeleton = (props: Props) => skeletonView(reactRenderer, props);
