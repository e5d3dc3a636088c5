import type { Site } from '@panel/core';
import type { OnStarted } from '@panel/resources/site-tool';

export type ToolProps = {
  site: Site;
  siteId: string;
  /** Why no tool can be used now. */
  reason: string | undefined;
  onStarted: OnStarted;
};
