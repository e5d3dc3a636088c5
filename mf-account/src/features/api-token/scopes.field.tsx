import { useId } from 'react';
import type { Scope } from '@panel/contract/scopes';
import { usePartner, t } from '@panel/core';
import { Icon, SegmentedControl, Stack, Text } from '@panel/ui';
import { offeredAreas, reachOf, REACHES, SCOPE_AREA_LABELS, withReach } from '@panel/resources/api-token';
import './api-token.css';

type Props = { value: readonly Scope[]; onChange: (scopes: Scope[]) => void; error: string | undefined };

/** What the token can reach of each area of the panel. */
export function ScopesField({ value, onChange, error }: Props) {
  const id = useId();
  return (
    <fieldset
      className="token-scopes"
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className="p-label">{t('Access')}</legend>
      {error && (
        <p id={`${id}-error`} className="p-error">
          <Icon name="error" size={14} />
          {error}
        </p>
      )}
      {offeredAreas(usePartner()).map((area) => {
        const { name, help } = SCOPE_AREA_LABELS[area];
        return (
          <div key={area} className="token-scope">
            <Stack gap={1}>
              <Text weight="medium">{name}</Text>
              <Text size="s" tone="muted">
                {help}
              </Text>
            </Stack>
            <SegmentedControl
              label={name}
              segments={REACHES}
              value={reachOf(value, area)}
              onChange={(reach) => onChange(withReach(value, area, reach))}
            />
          </div>
        );
      })}
    </fieldset>
  );
}
