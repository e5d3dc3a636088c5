import { t, Trans } from '@panel/core';
import type { Channel } from '@panel/core';
import { Badge, Menu, RelativeTime, Stack, Text } from '@panel/ui';
import { partnersOf, type ReleaseOverview, shortVersion } from '@panel/resources/release';
import { lineActions, type Open } from './release.actions.ts';
import { HeldBack } from './release-parts.tsx';

/** What a policy sets itself; unset parts follow all partners. */
function Says({ channel }: { channel: Channel }) {
  const { partner, enabled, stable, canary, canaryPercent, pin, blocked } = channel;
  const own = [
    !enabled && <Badge key="off">{t('Switched off')}</Badge>,
    pin && (
      <span key="pin">
        <Trans
          id="Pinned to <0>{version}</0>"
          values={{ version: shortVersion(pin) }}
          parts={[(piece) => <Text mono>{piece}</Text>]}
        />
      </span>
    ),
    stable && (
      <span key="stable">
        <Trans
          id="Stable <0>{version}</0>"
          values={{ version: shortVersion(stable) }}
          parts={[(piece) => <Text mono>{piece}</Text>]}
        />
      </span>
    ),
    canary && (
      <span key="canary">
        {canaryPercent > 0 ? (
          <Trans
            id="Canary <0>{version}</0> for {percent} %"
            values={{ version: shortVersion(canary), percent: canaryPercent }}
            parts={[(piece) => <Text mono>{piece}</Text>]}
          />
        ) : (
          t('No canary')
        )}
      </span>
    ),
  ].filter(Boolean);
  return (
    <Stack gap={1}>
      <div className="release-says">
        {own.length > 0 ? (
          own
        ) : (
          <Text tone="muted">{partner === null ? t('No stable version yet') : t('Same as all partners')}</Text>
        )}
      </div>
      {blocked.map((hold) => (
        <Text key={hold.version} as="p" size="s" tone="warning">
          <Trans id="Held back: <0/>" parts={[() => <HeldBack hold={hold} />]} />
        </Text>
      ))}
    </Stack>
  );
}

type Props = { data: ReleaseOverview; package: string; open: Open };

/** Rollout policies of a package: for all partners, and of those with their own. */
export function ChannelList({ data, package: name, open }: Props) {
  const names = new Map(partnersOf(data).map((partner) => [partner.host, partner.name]));
  const policies = data.channels
    .filter((channel) => channel.package === name)
    .sort((a, b) => (a.partner ?? '').localeCompare(b.partner ?? ''));
  return (
    <ul className="release-channels" aria-label={t('Rollout policies of {name}', { name })}>
      {policies.map((channel) => {
        const who = channel.partner === null ? t('All partners') : (names.get(channel.partner) ?? channel.partner);
        return (
          <li key={channel.partner}>
            <Stack gap={1}>
              <Text weight="medium">{who}</Text>
              {channel.partner && (
                <Text size="xs" tone="muted" className="p-break">
                  {channel.partner}
                </Text>
              )}
            </Stack>
            <Says channel={channel} />
            <Text size="xs" tone="muted" className="p-break release-changed">
              {channel.changedBy ? (
                <Trans
                  id="Changed <0/> by {by}"
                  values={{ by: channel.changedBy }}
                  parts={[() => <RelativeTime at={channel.changedAt} />]}
                />
              ) : (
                <Trans id="Changed <0/>" parts={[() => <RelativeTime at={channel.changedAt} />]} />
              )}
            </Text>
            <div>
              <Menu
                label={
                  channel.partner === null
                    ? t('Actions for {name} of all partners', { name })
                    : t('Actions for {name} of {partner}', { name, partner: channel.partner })
                }
                items={lineActions(data, name, channel.partner, open)}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
