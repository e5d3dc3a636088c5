import type { ExtensionKind } from '@panel/core';
import { useLocation } from '@panel/core/router';

/** Plugins and themes share their pages; the first segment of the address tells which. Routes ignore its letter case. */
export const useKind = (): ExtensionKind =>
  useLocation().pathname.toLowerCase().startsWith('/themes') ? 'theme' : 'plugin';
