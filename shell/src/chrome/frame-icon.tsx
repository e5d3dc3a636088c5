import { iconOf, iconPaths } from '@panel/frame';

/** A picture of the frame, in the very markup of the initial HTML. */
export const FrameIcon = ({ name }: { name: string }) => (
  <svg className="f-icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={iconPaths[iconOf(name)]} />
  </svg>
);
