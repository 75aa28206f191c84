import { Button, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useState, type KeyboardEvent, type MouseEvent } from 'react';
import { headOf, inkOf, shownValue, spokenDay, type TrendChartProps } from './chart-data.ts';
import { GUTTER, Panel } from './chart-panel.tsx';
import { dayAfterKey, dayAt } from './chart-scale.ts';
import { ChartTable } from './chart-table.tsx';
import classes from './trend-chart.module.css';

/** Panels over the same days, with an optional table of the same numbers. */
export function TrendChart(props: TrendChartProps) {
  const { label, days } = props;
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
      {asTable || days.length === 0 ? <ChartTable {...props} /> : <Plots {...props} />}
    </figure>
  );
}

function Plots(props: TrendChartProps) {
  const { label, days, panels, onOpen } = props;
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number>();
  const at = chosen !== undefined && chosen < days.length ? chosen : undefined;

  const dayUnder = (event: MouseEvent) => {
    const { left, width: whole } = event.currentTarget.getBoundingClientRect();
    return dayAt(event.clientX - left - GUTTER, whole - GUTTER, days.length);
  };
  const open = (index: number | undefined) => {
    const day = index === undefined ? undefined : days[index];
    if (day !== undefined) onOpen(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = dayAfterKey(event.key, at ?? days.length, days.length);
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
        <strong>{headOf(props, at)}</strong>
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
        aria-valuemax={days.length - 1}
        aria-valuenow={at ?? days.length - 1}
        aria-valuetext={spokenDay(props, at)}
        onKeyDown={onKeyDown}
        onPointerMove={(event) => setChosen(dayUnder(event))}
        onPointerLeave={() => setChosen(undefined)}
        onBlur={() => setChosen(undefined)}
        onClick={(event) => open(dayUnder(event))}
      >
        {panels.map((panel, index) => (
          <div key={panel.title}>
            <Text span fz="xs" c="dimmed" aria-hidden>
              {panel.title}
            </Text>
            <Panel panel={panel} days={days} width={width} chosen={at} withLabels={index === panels.length - 1} />
          </div>
        ))}
      </div>
    </>
  );
}
