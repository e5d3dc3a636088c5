import { t } from '@panel/core';
import { headerButtons, type SupportLink } from '@panel/frame';
import { Menu, reactRenderer, type MenuItem } from '@panel/ui';

/** "Community & Support": links to the partner's help, community and support (spec §1). */
export function SupportMenu({ links }: { links: readonly SupportLink[] }) {
  const items = links.map(({ label, href, external }): MenuItem => {
    if (href.startsWith('mailto:'))
      return { key: href, label, icon: 'mail', onSelect: () => window.location.assign(href) };
    return external ? { key: href, label, icon: 'globe', href } : { key: href, label, icon: 'help', to: href };
  });
  return (
    <Menu
      label={t('Community & Support')}
      items={items}
      placement="bottom-start"
      trigger={(props) => headerButtons.support(reactRenderer, props)}
    />
  );
}
