import { figuresOf, formatStep, type BREAKDOWNS, type BreakdownGroup } from '@muneem/contract/conversion-reports';
import { portionOf, type Heading, type Table } from '#platform/spreadsheet/index.ts';

type By = (typeof BREAKDOWNS)[number];

const TITLE: Readonly<Record<By, string>> = {
  day: 'Day',
  offer: 'Offer',
  network: 'Network',
  event: 'Event',
  city: 'City',
};

type Cell = string | number | null;
const FIGURES: readonly (readonly [name: string, format: Heading['format'], of: (group: BreakdownGroup) => Cell])[] = [
  ['Clicks', 'count', ({ clicks }) => clicks],
  ['Conversions', 'count', ({ conversions }) => conversions],
  ['Approved', 'count', ({ approved }) => approved],
  ['CR (%)', 'money', (group) => percent(figuresOf(group).conversionRate)],
  ['Revenue', 'money', ({ revenue }) => revenue],
  ['Without revenue', 'count', ({ withoutRevenue }) => withoutRevenue],
  ['Payout', 'money', ({ totalPayout }) => totalPayout],
  ['Profit', 'money', (group) => figuresOf(group).profit],
  ['Margin (%)', 'money', (group) => percent(figuresOf(group).margin)],
  ['Revenue per click', 'money', (group) => figuresOf(group).revenuePerClick],
  ['Median time', 'word', (group) => formatStep(figuresOf(group).medianS)],
];

const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 10_000) / 100);

/** Returns a breakdown with all its figures. An unknown figure is empty, never 0. */
export function breakdownTable(by: By, groups: readonly BreakdownGroup[]): Table {
  const columns = [[TITLE[by], undefined, ({ label }: BreakdownGroup) => label] as const, ...FIGURES];
  async function* portions() {
    if (groups.length > 0) yield portionOf(groups.map((group) => columns.map(([, , of]) => of(group))));
  }
  return {
    sheet: `By ${by}`,
    columns: columns.map(([name, format]) => ({ name, width: 18, ...(format && { format }) })),
    portions: portions(),
  };
}
