import { formatDayShort } from '#lib/format.ts';
import { axisTicks, labelEvery } from './chart-scale.ts';
import { inkOf, panelMaximum, panelMinimum, piecesOf, type ChartPanel, type ChartSeries } from './chart-data.ts';
import classes from './trend-chart.module.css';

/** Space for the labels of the vertical axis, and of the horizontal axis below. */
export const GUTTER = 56;
const HEIGHT = 108;
const TOP = 8;
const LABELS = 20;
const LABEL_WIDTH = 52;

interface PanelProps {
  readonly panel: ChartPanel;
  readonly days: readonly string[];
  readonly width: number;
  readonly chosen: number | undefined;
  /** Only the lowest panel labels the days. */
  readonly withLabels: boolean;
}

/** One diagram. The chart around it provides the accessible description. */
export function Panel({ panel, days, width, chosen, withLabels }: PanelProps) {
  const plot = Math.max(width - GUTTER, 1);
  const band = plot / Math.max(days.length, 1);
  const ticks = axisTicks(panelMaximum(panel), panel.isWhole, panelMinimum(panel));
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y = (value: number) => TOP + HEIGHT - ((value - bottom) / (top - bottom)) * HEIGHT;
  const every = labelEvery(days.length, plot, LABEL_WIDTH);
  const axis = panel.axis ?? panel.format;
  return (
    <svg className={classes['plot']} width={width} height={TOP + HEIGHT + (withLabels ? LABELS : 6)} aria-hidden>
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes['grid']} x1={GUTTER} x2={width} y1={y(tick)} y2={y(tick)} />
          <text className={classes['mark']} x={GUTTER - 8} y={y(tick)} dy="0.32em" textAnchor="end">
            {axis(tick)}
          </text>
        </g>
      ))}
      {chosen !== undefined && (
        <rect className={classes['cursor']} x={GUTTER + chosen * band} y={TOP} width={band} height={HEIGHT} />
      )}
      <g transform={`translate(${GUTTER} 0)`}>
        {panel.kind === 'bars' ? (
          <Bars series={panel.series} days={days} band={band} y={y} />
        ) : (
          <Lines series={panel.series} band={band} y={y} chosen={chosen} />
        )}
      </g>
      {withLabels &&
        days.map((day, index) =>
          (days.length - 1 - index) % every === 0 ? (
            <text
              key={day}
              className={classes['mark']}
              x={Math.min(GUTTER + (index + 0.5) * band, width - 20)}
              y={TOP + HEIGHT + 16}
              textAnchor="middle"
            >
              {formatDayShort(day)}
            </text>
          ) : null,
        )}
    </svg>
  );
}

interface DrawnProps {
  readonly series: readonly ChartSeries[];
  readonly band: number;
  readonly y: (value: number) => number;
}

function Bars({ series, days, band, y }: DrawnProps & Pick<PanelProps, 'days'>) {
  const width = Math.max(1, Math.min(band * 0.72, 36));
  return days.map((day, index) => {
    let base = 0;
    return series.map(({ name, color, values }) => {
      const value = values[index] ?? 0;
      const from = base;
      base += value;
      if (value <= 0) return null;
      return (
        <rect
          key={`${day}-${name}`}
          className={classes['bar']}
          style={inkOf({ color })}
          x={index * band + (band - width) / 2}
          y={y(base)}
          width={width}
          height={Math.max(1, y(from) - y(base))}
        />
      );
    });
  });
}

function Lines({ series, band, y, chosen }: DrawnProps & { readonly chosen: number | undefined }) {
  return series.map(({ name, color, values }) => {
    const points = values.map((value, index) =>
      value === undefined ? undefined : ([(index + 0.5) * band, y(value)] as const),
    );
    const pieces = piecesOf(points);
    // A piece of one day has no line, only its mark.
    const single = pieces.flatMap((piece) => (piece.length === 1 ? piece : []));
    const marked = new Set([...single, chosen === undefined ? points.at(-1) : points[chosen]]);
    return (
      <g key={name} style={inkOf({ color })} className={classes['line']}>
        {pieces.map((piece) => (
          <polyline key={piece[0]?.[0]} points={piece.map((point) => point.join(',')).join(' ')} />
        ))}
        {[...marked].map((point) => point && <circle key={point[0]} cx={point[0]} cy={point[1]} r={3} />)}
      </g>
    );
  });
}
