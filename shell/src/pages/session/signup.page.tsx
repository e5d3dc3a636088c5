import { Page } from '@panel/ui';

export function Component() {
  return <Page title="signup">.</Page>;
}
