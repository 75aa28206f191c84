import { Button, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { inkOf, shownValue, spokenPoint, type TrendChartProps } from './chart-data.ts';
import { GUTTER, Panel } from './chart-panel.tsx';
import { pointAfterKey, pointAt } from './chart-scale.ts';
import { ChartTable } from './chart-table.tsx';
import classes from './trend-chart.module.css';

/** Panels over the same points, with an optional table of the same numbers. */
export function TrendChart(props: TrendChartProps) {
  const { label, points } = props;
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={classes['figure']} aria-label={label}>
      <Button
        className={classes['toggle'] ?? ''}
        variant="subtle"
        size="compact-xs"
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? 'Show as chart' : 'Show as table'}
      </Button>
      {asTable || points.length === 0 ? <ChartTable {...props} /> : <Plots {...props} />}
    </figure>
  );
}

function Plots(props: TrendChartProps) {
  const { label, points, panels, period, onOpen } = props;
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number>();
  const at = chosen !== undefined && chosen < points.length ? chosen : undefined;

  const pointUnder = (event: MouseEvent) => {
    const { left, width: whole } = event.currentTarget.getBoundingClientRect();
    return pointAt(event.clientX - left - GUTTER, whole - GUTTER, points.length);
  };
  const open = (index: number | undefined) => {
    const point = index === undefined ? undefined : points[index];
    if (point) onOpen(point);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = pointAfterKey(event.key, at ?? points.length, points.length);
    if (next !== undefined) setChosen(next);
    else if (event.key === 'Enter') open(at);
    else if (event.key === 'Escape' && at !== undefined) setChosen(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <>
      <p className={classes['readout']}>
        <strong>{at === undefined ? period : points[at]?.label}</strong>
        {panels.flatMap((panel) =>
          panel.series.map((series) => (
            <span key={`${panel.title}-${series.name}`} className={classes['legend']}>
              <span className={classes['swatch']} style={inkOf(series)} data-kind={panel.kind} aria-hidden />
              {series.name} <b>{shownValue(panel, series, at)}</b>
            </span>
          )),
        )}
      </p>
      <div
        ref={ref}
        className={classes['plots']}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-roledescription="chart"
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={at ?? points.length - 1}
        aria-valuetext={spokenPoint(props, at)}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => setChosen(pointUnder(event))}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
        onClick={(event) => open(pointUnder(event))}
      >
        {panels.map((panel, index) => (
          <div key={panel.title} className={classes['panel']}>
            <Text span fz="xs" c="dimmed" aria-hidden>
              {panel.title}
            </Text>
            <Panel panel={panel} points={points} width={width} chosen={at} withLabels={index === panels.length - 1} />
          </div>
        ))}
      </div>
    </>
  );
}
