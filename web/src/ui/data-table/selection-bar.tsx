import { Button, Group, Text } from '@mantine/core';
import { formatCount, formatNoun } from '#lib/format.ts';
import type { BulkOptions } from './table-props.ts';
import classes from './data-table.module.css';

interface SelectionBarProps<Row> {
  readonly bulk: BulkOptions<Row>;
  readonly noun: { readonly one: string; readonly many: string };
}

/** Shows the number of selected rows and the bulk actions. Visible while rows are selected. */
export function SelectionBar<Row>({ bulk, noun }: SelectionBarProps<Row>) {
  const { selection, matching } = bulk;
  const rows = [...selection.rows.values()];
  const count = selection.allMatching ? (matching?.total ?? 0) : rows.length;
  if (count === 0) return null;
  const more = matching?.isAtLeast === true ? '+' : '';
  const summary = selection.allMatching ? undefined : bulk.summary?.(rows);
  return (
    <section className={classes['selectionBar']} aria-label="Selection">
      <Text span fw={500} role="status">
        {selection.allMatching
          ? `All ${formatCount(count)}${more} ${count === 1 ? noun.one : noun.many} that match`
          : `${formatNoun(count, noun.one, noun.many)} selected`}
        {summary !== undefined && (
          <Text span c="dimmed" fw={400}>
            {' '}
            · {summary}
          </Text>
        )}
      </Text>
      {!selection.allMatching && matching !== undefined && matching.total > count && (
        <Button variant="subtle" size="compact-sm" onClick={selection.selectAllMatching}>
          Select all {formatCount(matching.total)}
          {more} that match
        </Button>
      )}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={selection.clear}>
        Clear selection
      </Button>
      <Group gap="xs" ml="auto">
        {bulk.actions({ allMatching: selection.allMatching, rows })}
      </Group>
    </section>
  );
}
