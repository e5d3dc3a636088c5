import { Page } from '@panel/ui';

export function Component() {
  return <Page title="welcome">.</Page>;
}
