import type { FrameModel } from '@panel/frame';
import { AppLink } from '@panel/core/router';
import { IconButton } from '@panel/ui';
import { FrameLink } from './frame-link.tsx';
import { Sheet } from './sheet.tsx';
import { SideEntries } from './side-menu.tsx';

/** On a phone, one sheet contains the sections, the section's menu and the support links. */
export default function MenuDrawer({ model, onClose }: { model: FrameModel; onClose: () => void }) {
  return (
    <Sheet label="Menu" className="f-drawer" onClose={onClose}>
      <div className="f-drawer-head">
        <span className="f-company">{model.company}</span>
        <IconButton icon="close" label="Close menu" tooltip={false} onClick={onClose} />
      </div>
      {model.side && (
        <nav aria-label={model.side.label}>
          <h2>{model.side.label}</h2>
          <SideEntries side={model.side} email={model.email} onChosen={onClose} />
        </nav>
      )}
      {model.sections.length > 0 && (
        <nav aria-label="Sections">
          <h2>Sections</h2>
          {model.sections.map((link) => (
            <FrameLink key={link.to} link={link} className="f-item" onClick={onClose} />
          ))}
        </nav>
      )}
      {model.support.length > 0 && (
        <nav aria-label="Community & Support">
          <h2>Community &amp; Support</h2>
          {model.support.map(({ label, href, external }) =>
            external ? (
              <a
                key={href}
                className="f-item"
                href={href}
                {...(href.startsWith('mailto:') ? {} : { target: '_blank', rel: 'noreferrer' })}
              >
                <span>{label}</span>
              </a>
            ) : (
              <AppLink key={href} className="f-item" to={href} onClick={onClose}>
                <span>{label}</span>
              </AppLink>
            ),
          )}
        </nav>
      )}
    </Sheet>
  );
}
