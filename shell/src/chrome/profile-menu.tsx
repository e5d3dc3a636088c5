import { useState } from 'react';
import { headerButtons, iconOf, type FrameModel } from '@panel/frame';
import { LANGUAGE_TAGS, LANGUAGES } from '@panel/contract/languages';
import { t, useUser } from '@panel/core';
import { useSetLanguage } from '@panel/resources/user';
import { Menu, reactRenderer, useScheme, type MenuItem } from '@panel/ui';
import { SCHEMES } from './schemes.ts';

/** The user's picture, or their initials (spec §3). */
function Face({ initials }: { initials: string }) {
  const { avatar_url: picture } = useUser();
  const [broken, setBroken] = useState(false);
  return picture && !broken ? <img src={picture} alt="" onError={() => setBroken(true)} /> : initials;
}

/** Existing account pages, the colour scheme, the language, and sign-out. */
export function ProfileMenu({ model }: { model: FrameModel }) {
  const user = useUser();
  const { choice: chosen, setChoice } = useScheme();
  const name = [user.firstname, user.lastname].filter(Boolean).join(' ');
  const pages = model.profile.map(({ label, to, icon }): MenuItem => ({
    key: to,
    label,
    to,
    icon: iconOf(icon ?? 'user'),
    separated: to === '/logout',
  }));
  const schemes = SCHEMES.map(({ choice, label, icon }, index): MenuItem => ({
    key: choice,
    label,
    icon,
    checked: chosen === choice,
    separated: index === 0,
    onSelect: () => setChoice(choice),
  }));
  const { mutate: setLanguage } = useSetLanguage();
  const languages = LANGUAGE_TAGS.map((tag, index): MenuItem => ({
    key: tag,
    label: LANGUAGES[tag].name,
    checked: model.language === tag,
    separated: index === 0,
    onSelect: () => model.language !== tag && setLanguage(tag),
  }));
  const out = pages.filter((item) => item.to === '/logout');
  return (
    <Menu
      label={t('Profile menu')}
      items={[...pages.filter((item) => !out.includes(item)), ...schemes, ...languages, ...out]}
      header={
        <div className="f-who">
          {name && <strong>{name}</strong>}
          <span>{user.email}</span>
          {user.member && <span>{t('In the account of {account}', { account: user.member.account })}</span>}
        </div>
      }
      trigger={(props) => headerButtons.profile(reactRenderer, props, <Face initials={model.initials} />)}
    />
  );
}
