import { t, useRoleRefusal } from '@panel/core';
import type { SectionState } from '@panel/core';
import { Disclosure, Stack, Switch, Text } from '@panel/ui';
import { extentOf, SECTION_LABELS } from '@panel/resources/partner';

function Extent({ title, items }: { title: string; items: readonly { key: string; text: string; code?: string }[] }) {
  if (items.length === 0) return null;
  return (
    <div>
      <Text size="s" weight="medium">
        {title}
      </Text>
      <ul className="p-list section-parts">
        {items.map(({ key, text, code }) => (
          <li key={key}>
            {text}{' '}
            {code && (
              <Text mono tone="muted" className="p-break">
                {code}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** `wanted` is the switch's target while the request runs. */
type Props = { state: SectionState; wanted: boolean | null; onSwitch: (on: boolean) => void };

/** One section: its switch, whether users have it, and what depends on it. */
export function SectionRow({ state, wanted, onSwitch }: Props) {
  const { section, switched_on: switchedOn, on, needs_special_partner: needsSpecial, pages, menu, calls } = state;
  const { name, about } = SECTION_LABELS[section];
  const extent = extentOf(state);
  const refusal = useRoleRefusal()('partnerAdmin.switchSection');
  return (
    <li className="section-row">
      <Switch
        label={<strong>{name}</strong>}
        checked={wanted ?? (switchedOn && !needsSpecial)}
        disabled={needsSpecial || refusal !== null}
        onChange={onSwitch}
      />
      <div className="section-about">
        <Text as="p" size="s" tone="soft">
          {about}
        </Text>
        {refusal !== null && (
          <Text as="p" size="s" tone="muted">
            {refusal}
          </Text>
        )}
        {needsSpecial && (
          <Text as="p" size="s" tone="warning">
            {t(
              'Applications require the special-partner flag, which this account doesn’t have. Ask the operator of the platform for it.',
            )}
          </Text>
        )}
        {extent === null ? (
          <Text as="p" size="s" tone="muted">
            {t('This release has no page, menu entry or call for it. The setting applies once one does.')}
          </Text>
        ) : (
          <Disclosure
            summary={
              on ? t('What turning this off hides: {extent}', { extent }) : t('Hidden now: {extent}', { extent })
            }
          >
            <Stack gap={3} className="section-extent">
              <Extent
                title={t('Pages')}
                items={pages.map(({ path, title }) => ({ key: path, text: title, code: path }))}
              />
              <Extent
                title={t('Menu entries')}
                items={menu.map(({ label, to }) => ({ key: `${label} ${to}`, text: label, code: to }))}
              />
              <Extent
                title={t('Rejected calls')}
                items={calls.map(({ method, path, summary }) => ({
                  key: `${method} ${path}`,
                  text: summary,
                  code: `${method} ${path}`,
                }))}
              />
            </Stack>
          </Disclosure>
        )}
      </div>
    </li>
  );
}
