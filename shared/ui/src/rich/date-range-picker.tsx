import { useId } from 'react';
import { DatePicker } from 'antd';
import { t } from '@panel/core';
import { fromDayjs, SHOWN, toDayjs, type Precision } from './dates.ts';
import { RichProvider } from './rich-provider.tsx';
import { useGroup } from './use-group.ts';

/** First and last date; one is null while only the other is chosen. */
export type DateRange = readonly [from: string | null, to: string | null];

export type DateRangePickerProps = {
  /** Accessible name, unless a Field around it has a label. */
  label?: string;
  /** `day` unless given: `2026-11-22`. With `minute` values are like `2026-11-22T14:30`. */
  precision?: Precision;
  /** The first and the last selectable day, as values. */
  min?: string;
  max?: string;
  disabled?: boolean;
  /** Local dates without a zone; the caller decides which zone they mean. */
  value: DateRange;
  onChange: (value: DateRange) => void;
  presets?: readonly { label: string; value: readonly [from: string, to: string] }[];
};

/** A period between two dates, both included: typed, chosen in two calendars, or a preset. */
export function DateRangePicker({
  label,
  value,
  onChange,
  presets,
  precision = 'day',
  min,
  max,
  disabled,
}: DateRangePickerProps) {
  const { group, status } = useGroup(label);
  const id = { start: useId(), end: useId() };
  return (
    <RichProvider>
      <span {...group} className="p-rich">
        <label htmlFor={id.start} className="p-visually-hidden">
          {t('Start date')}
        </label>
        <label htmlFor={id.end} className="p-visually-hidden">
          {t('End date')}
        </label>
        <DatePicker.RangePicker
          id={id}
          status={status}
          value={[toDayjs(value[0]), toDayjs(value[1])]}
          onChange={(range) => onChange([fromDayjs(range?.[0], precision), fromDayjs(range?.[1], precision)])}
          format={SHOWN[precision]}
          showTime={precision === 'minute' && { format: 'hh:mm A' }}
          minDate={toDayjs(min) ?? undefined}
          maxDate={toDayjs(max) ?? undefined}
          disabled={disabled}
          presets={presets?.map((one) => ({ label: one.label, value: [toDayjs(one.value[0]), toDayjs(one.value[1])] }))}
          placeholder={[t('Start date'), t('End date')]}
        />
      </span>
    </RichProvider>
  );
}
