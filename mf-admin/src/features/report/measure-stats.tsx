import type { Report } from '@panel/contract';
import { t, usePartner } from '@panel/core';
import { Stat, Stats } from '@panel/ui';
import { changeOf, MEASURE_LABELS, measurePath } from '@panel/resources/report';
import { measureFormat } from './report-card.tsx';

/** The sums of a report, how they compare with the days before, and the lists of what they count. */
export function MeasureStats({ report }: { report: Report }) {
  const partner = usePartner();
  return (
    <Stats>
      {report.measures.map((measure) => (
        <Stat
          key={measure.key}
          label={MEASURE_LABELS[measure.key]}
          value={measureFormat(measure.key)(measure.total)}
          to={measurePath(partner, measure.key, report)}
          change={{ percent: changeOf(measure), against: t('against as many days before') }}
        />
      ))}
    </Stats>
  );
}
