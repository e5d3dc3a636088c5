import { t, Trans } from '@panel/core';
import { brandPairs, type BrandPair, type Scheme } from '@panel/brand/colors';
import { Badge, Button, Inline, Stack, Text } from '@panel/ui';
import { colorsOf, type BrandFormState } from './branding.form.ts';

const PAIR_NAMES: Readonly<Record<BrandPair['name'], string>> = {
  CSS_PRIMARY_TEXT_COLOR: t('Header text on the header'),
  CSS_BTN_TEXT_COLOR: t('Button text on the button'),
  CSS_LINK_COLOR: t('Links on the page'),
  CSS_SMALL_LINK_COLOR: t('Small links on the page'),
};

const inWords = (ratio: number): string => `${(Math.floor(ratio * 10) / 10).toFixed(1)}:1`;
const same = (one: BrandPair, other: BrandPair): boolean =>
  one.given === other.given && one.painted === other.painted && one.ground === other.ground;

function Sample({ pair }: { pair: BrandPair }) {
  return (
    <span className="brand-sample" aria-hidden="true" style={{ background: pair.ground, color: pair.painted }}>
      {t('Aa')}
    </span>
  );
}

function Line({ pair, label }: { pair: BrandPair; label: string }) {
  return (
    <Inline gap={2}>
      <Sample pair={pair} />
      <Text size="s">
        {label}: <span className="p-figures">{inWords(pair.ratio)}</span>
      </Text>
      <Badge tone={pair.passes ? 'success' : 'warning'}>{pair.passes ? t('Passes') : t('Fails')}</Badge>
      {!pair.passes && (
        <Text size="s" tone="soft">
          <Trans
            id="repaired to <0>{color}</0>, {ratio}"
            values={{ color: pair.painted, ratio: inWords(pair.paintedRatio) }}
            parts={[(piece) => <Text mono>{piece}</Text>]}
          />
        </Text>
      )}
    </Inline>
  );
}

/** Each pair of colors with its contrast in light and dark, the panel's correction, and a button that applies it. */
export function BrandContrast({ form }: { form: BrandFormState }) {
  const colors = colorsOf(form.watch());
  const [light, dark] = (['light', 'dark'] as const satisfies readonly Scheme[]).map((scheme) =>
    brandPairs(colors, scheme),
  );
  const take = (pair: BrandPair, button: HTMLElement) => {
    // The button disappears once it is used; keep the focus on its pair.
    button.closest('li')?.focus({ preventScroll: true });
    form.setValue(pair.name, pair.painted, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
  };
  return (
    <Stack gap={3}>
      <Text as="p" size="s" tone="soft">
        {t(
          'Texts need a contrast of 4.5:1. Where a pair has less, the panel paints the nearest color that can be read; the color of links differs in light and dark.',
        )}
      </Text>
      <ul className="brand-pairs" aria-label={t('Contrast')}>
        {light?.map((pair, index) => {
          const other = dark?.[index] ?? pair;
          return (
            <li key={pair.name} className="brand-pair" tabIndex={-1}>
              <Inline gap={2}>
                <strong className="p-size-s">{PAIR_NAMES[pair.name]}</strong>
                {same(pair, other) ? (
                  <Line pair={pair} label={t('Light and dark')} />
                ) : (
                  <>
                    <Line pair={pair} label={t('Light')} />
                    <Line pair={other} label={t('Dark')} />
                  </>
                )}
              </Inline>
              {!pair.passes && (
                <Button
                  size="s"
                  aria-label={t('Use {color}: {name}', { color: pair.painted, name: PAIR_NAMES[pair.name] })}
                  onClick={(event) => take(pair, event.currentTarget)}
                >
                  {t('Use {color}', { color: pair.painted })}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Stack>
  );
}
