import { Button } from '@mantine/core';
import { shownValue, type TrendChartProps } from './chart-data.ts';
import classes from './trend-chart.module.css';

/** The chart's numbers as a table: totals, then the newest first. */
export function ChartTable({ label, pointName, points, panels, period, onOpen }: TrendChartProps) {
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
            <th scope="col">{pointName}</th>
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
          {points
            .map((point, index) => (
              <tr key={point.key}>
                <th scope="row">
                  <Button variant="subtle" size="compact-sm" onClick={() => onOpen(point)}>
                    {point.label}
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
