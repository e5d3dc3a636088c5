import { Card } from '@panel/ui';

/** A second release replaces the text by an expression that throws. */
const text = (): string => 'A card of a stranger.';

export function Component() {
  return <Card title="Stranger">{text()}</Card>;
}
