import { Button } from '@mantine/core';
import { formatDayLong } from '#lib/format.ts';
import { shownValue, type TrendChartProps } from './chart-data.ts';
import classes from './trend-chart.module.css';

/** The chart's numbers as a table: totals, then the newest first. */
export function ChartTable({ label, days, panels, period, onOpen }: TrendChartProps) {
  const columns = panels.flatMap((panel) => panel.series.map((series) => ({ panel, series })));
  const cells = (index: number | undefined) =>
    columns.map(({ panel, series }) => (
      <td key={`${panel.title}-${series.name}`}>{shownValue(panel, series, index)}</td>
    ));
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label={`${label}: table`}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {columns.map(({ panel, series }) => (
              <th scope="col" key={`${panel.title}-${series.name}`}>
                {series.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={classes['totals']}>
            <th scope="row">{period}</th>
            {cells(undefined)}
          </tr>
          {days
            .map((day, index) => (
              <tr key={day}>
                <th scope="row">
                  <Button variant="subtle" size="compact-sm" onClick={() => onOpen(day)}>
                    {formatDayLong(day)}
                  </Button>
                </th>
                {cells(index)}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </div>
  );
}
