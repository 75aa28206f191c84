import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useElementSize } from '@mantine/hooks';
import { formatCount } from '#lib/format.ts';
import classes from './bar-chart.module.css';
import { countTicks, labelEvery, stepByKey } from './chart-scale.ts';

export interface BarSeries {
  readonly label: string;
  /** The second meaning is hatched as well: colour alone says nothing to many. */
  readonly color: 'green' | 'red' | 'blue';
}

export interface BarPoint {
  readonly key: string;
  /** As it stands in the table and in the reading line: 21 Nov 2026. */
  readonly label: string;
  /** As it stands below the bar: 21 Nov. */
  readonly short: string;
  /** One count for each series, drawn from the bottom up. */
  readonly values: readonly number[];
}

interface BarChartProps {
  readonly label: string;
  readonly series: readonly BarSeries[];
  readonly points: readonly BarPoint[];
  /** Heading of the first column of the table. */
  readonly pointHeader: string;
}

const HEIGHT = 180;
const LEFT = 40;
const BOTTOM = 22;
const TOP = 8;
const LABEL_WIDTH = 58;

/** Counts over time, stacked; the same numbers by arrow keys, by pointer, and as a table. */
export function BarChart({ label, series, points, pointHeader }: BarChartProps) {
  const { ref, width } = useElementSize();
  const hatch = useId();
  const [active, setActive] = useState<number>();
  const ticks = countTicks(Math.max(0, ...points.map(({ values }) => sum(values))));
  const top = ticks.at(-1) ?? 1;
  const plot = Math.max(0, width - LEFT);
  const slot = points.length === 0 ? 0 : plot / points.length;
  const bar = Math.max(1, Math.min(28, slot * 0.7));
  const y = (count: number): number => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / top);
  const every = labelEvery(points.length, plot, LABEL_WIDTH);
  const shown = active === undefined ? undefined : points[active];

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = stepByKey(event.key, active ?? (event.key === 'ArrowLeft' ? points.length : -1), points.length);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };

  return (
    <figure className={classes['chart']} aria-label={label}>
      <div className={classes['legend']} aria-hidden>
        {series.map(({ label: name, color }) => (
          <span key={name} className={classes['key']} data-color={color}>
            {name}
          </span>
        ))}
      </div>
      <div
        ref={ref}
        className={classes['plot']}
        role="group"
        aria-label={`${label}: arrow keys read it bar by bar`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => setActive(undefined)}
        onMouseLeave={() => setActive(undefined)}
      >
        <svg width={width} height={HEIGHT} aria-hidden>
          <defs>
            <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="2" height="5" className={classes['hatch']} />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={width} y1={y(tick)} y2={y(tick)} className={classes['line']} />
              <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
                {formatCount(tick)}
              </text>
            </g>
          ))}
          {points.map((point, at) => {
            const x = LEFT + slot * at + (slot - bar) / 2;
            return (
              <g key={point.key} onMouseEnter={() => setActive(at)}>
                <rect
                  x={LEFT + slot * at}
                  y={TOP}
                  width={slot}
                  height={HEIGHT - TOP - BOTTOM}
                  data-active={at === active || undefined}
                  className={classes['slot']}
                />
                {point.values.map((value, index) => {
                  const below = sum(point.values.slice(0, index));
                  const box = { x, width: bar, y: y(below + value), height: y(below) - y(below + value) };
                  return (
                    <g key={series[index]?.label ?? index}>
                      <rect {...box} className={classes['bar']} data-color={series[index]?.color} />
                      {index > 0 && value > 0 && <rect {...box} fill={`url(#${hatch})`} />}
                    </g>
                  );
                })}
                {(points.length - 1 - at) % every === 0 && (
                  <text
                    x={LEFT + slot * (at + 0.5)}
                    y={HEIGHT - 6}
                    textAnchor={at === points.length - 1 && slot < LABEL_WIDTH ? 'end' : 'middle'}
                  >
                    {point.short}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      </div>
      <p className={classes['reading']} role="status">
        {shown &&
          `${shown.label}: ${series.map(({ label: name }, at) => `${formatCount(shown.values[at])} ${name.toLowerCase()}`).join(', ')}`}
      </p>
      <details className={classes['table']}>
        <summary>Show as table</summary>
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label={`${label}, as a table`}>
          <table>
            <thead>
              <tr>
                <th scope="col">{pointHeader}</th>
                {series.map(({ label: name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <tr key={point.key}>
                  <th scope="row">{point.label}</th>
                  {point.values.map((value, at) => (
                    <td key={series[at]?.label ?? at}>{formatCount(value)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
