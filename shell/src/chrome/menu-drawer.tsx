import { menuLink, sideEntries, type FrameLink, type FrameModel } from '@panel/frame';
import { t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { IconButton, reactRenderer } from '@panel/ui';
import { Sheet } from './sheet.tsx';
import { useMenuCounts } from './use-menu-counts.ts';

/** The home page and the sections, without those that the section's menu already contains. */
function sectionsOf({ sections, home }: FrameModel, own: readonly FrameLink[]): FrameLink[] {
  if (sections.length === 0) return [];
  return [dashboardOf(home), ...sections].filter(({ to }) => !own.some((link) => link.to === to));
}

const dashboardOf = (home: string): FrameLink => ({ label: t('Dashboard'), to: home, icon: null, current: false });

/** The section's entries. The one that leads back to the section and is called like the home page is below Sections. */
function ownLinks({ side, sections, home }: FrameModel): FrameLink[] {
  const isDouble = ({ label, to }: FrameLink) =>
    label === dashboardOf(home).label && to !== home && sections.some((section) => section.to === to);
  return side?.links.filter((link) => !isDouble(link)) ?? [];
}

/** On a phone, one sheet contains the sections, the section's menu and the support links. */
export function MenuDrawer({ model, onClose }: { model: FrameModel; onClose: () => void }) {
  const links = ownLinks(model);
  const sections = sectionsOf(model, links);
  const counts = useMenuCounts();
  return (
    <Sheet label={t('Menu')} className="f-drawer" onClose={onClose}>
      <div className="f-drawer-head">
        <span className="f-company">{model.company}</span>
        <IconButton icon="close" label={t('Close menu')} tooltip={false} onClick={onClose} />
      </div>
      <div onClick={({ target }) => (target as Element).closest('a') && onClose()}>
        {model.side && (
          <nav aria-label={model.side.label}>
            <h2>{model.side.label}</h2>
            {sideEntries(reactRenderer, { ...model.side, links }, model, counts)}
          </nav>
        )}
        {sections.length > 0 && (
          <nav aria-label={t('Sections')}>
            <h2>{t('Sections')}</h2>
            {sections.map((link) => menuLink(reactRenderer, link, model.path, 'f-item'))}
          </nav>
        )}
        {model.support.length > 0 && (
          <nav aria-label={t('Community & Support')}>
            <h2>{t('Community & Support')}</h2>
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
                <AppLink key={href} className="f-item" to={href}>
                  <span>{label}</span>
                </AppLink>
              ),
            )}
          </nav>
        )}
      </div>
    </Sheet>
  );
}
