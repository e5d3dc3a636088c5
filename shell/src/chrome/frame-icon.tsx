import { iconOf, iconPaths } from '@panel/frame';

/** An icon of the frame, with the same markup as in the initial HTML. */
export const FrameIcon = ({ name }: { name: string }) => (
  <svg className="f-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={iconPaths[iconOf(name)]} />
  </svg>
);
