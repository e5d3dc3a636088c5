import type { SupportLink } from '@panel/frame';
import { Menu, type MenuItem } from '@panel/ui';
import { FrameIcon } from './frame-icon.tsx';

/** "Community & Support": links to the partner's help, community and support (spec §1). */
export function SupportMenu({ links }: { links: readonly SupportLink[] }) {
  if (links.length === 0) return null;
  const items = links.map(({ label, href, external }): MenuItem => {
    if (href.startsWith('mailto:'))
      return { key: href, label, icon: 'mail', onSelect: () => window.location.assign(href) };
    return external ? { key: href, label, icon: 'globe', href } : { key: href, label, icon: 'help', to: href };
  });
  return (
    <div className="f-pop">
      <Menu
        label="Community & Support"
        items={items}
        placement="bottom-start"
        trigger={(props) => (
          <button {...props} type="button" className="f-section">
            <span>Community &amp; Support</span>
            <FrameIcon name="chevron-down" />
          </button>
        )}
      />
    </div>
  );
}
