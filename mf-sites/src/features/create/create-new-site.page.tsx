import { usePartner, t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { Icon, KindIcon, Page, type IconName } from '@panel/ui';
import { NEW_MIGRATION_PATH } from '@panel/resources/migration';
import './create-new-site.css';

type Kind = { to: string; icon: IconName; title: string; text: string };

const WORDPRESS: Kind = {
  to: '/create-site-with-wordpress',
  icon: 'wordpress',
  title: t('WordPress site'),
  text: t('A new WordPress, or one from a blueprint, a backup or a zip file.'),
};
const STATIC: Kind = {
  to: '/create-site',
  icon: 'sites',
  title: t('Site without WordPress'),
  text: t('Pages that you make in the site builder, or files from GitHub, another server or your computer.'),
};
const MIGRATION: Kind = {
  to: NEW_MIGRATION_PATH,
  icon: 'migration',
  title: t('Move a site here'),
  text: t('We copy a WordPress site from another host. It stays online until you switch over.'),
};

/** /create-new-site: what kind of site it will be. Each kind has steps of its own. */
export function Component() {
  // The attribute decides about migrations in the menu, too (spec §2, Sites menu).
  const kinds = [WORDPRESS, STATIC, ...(usePartner().attributes.SHOW_MIGRATION_SITE_BTN === 'true' ? [MIGRATION] : [])];
  return (
    <Page title={t('Create a new site')} subtitle={t('What would you like to start with?')}>
      <ul className="site-kinds">
        {kinds.map(({ to, icon, title, text }) => (
          <li key={to} className="site-kind">
            <KindIcon name={icon} />
            <div>
              <h2>
                <AppLink to={to}>{title}</AppLink>
              </h2>
              <p>{text}</p>
            </div>
            <Icon name="arrow-right" />
          </li>
        ))}
      </ul>
    </Page>
  );
}
