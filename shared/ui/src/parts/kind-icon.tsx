import type { StatusTone } from '@panel/contract/status';
import { Icon, type IconName } from './icon.tsx';

/** An icon on a small ground, at the start of a row: what kind of thing it is about. The text beside it says the same. */
export const KindIcon = ({ name, tone = 'neutral' }: { name: IconName; tone?: StatusTone }) => (
  <span className={`p-kind p-tone-${tone}`}>
    <Icon name={name} size={18} />
  </span>
);
