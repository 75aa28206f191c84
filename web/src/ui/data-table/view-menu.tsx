import { Button, Checkbox, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import IconAdjustmentsHorizontal from '@tabler/icons-react/dist/esm/icons/IconAdjustmentsHorizontal.mjs';
import { ButtonPopover } from '#ui/pop-up/index.ts';
import type { Column } from './columns.ts';
import { OrderSelect } from './order-select.tsx';
import type { ListState } from './use-list-state.ts';
import type { TablePreferences } from './use-table-preferences.ts';

const PAGE_SIZES = [10, 20, 25, 50, 100] as const;

interface ViewMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly preferences: TablePreferences;
  readonly list: ListState;
  readonly isCards: boolean;
}

/** The menu for columns, density and page size. For cards also the order, because they have no headings. */
export function ViewMenu<Row>({ columns, preferences, list, isCards }: ViewMenuProps<Row>) {
  const choosable = columns.filter((column, index) => index > 0 && column.fixed !== true && column.kind !== 'actions');
  const orders = columns.flatMap(orderChoices);
  const sizes = [...new Set<number>([...PAGE_SIZES, list.query.limit])].toSorted((a, b) => a - b);
  return (
    <ButtonPopover
      width={isCards ? 290 : 240}
      button={
        <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
          View
        </Button>
      }
    >
      <Stack gap="sm">
        {!isCards && (
          <SegmentedControl
            fullWidth
            size="xs"
            aria-label="Density"
            value={preferences.density}
            onChange={(value) => preferences.setDensity(value)}
            data={[
              { value: 'comfortable', label: 'Comfortable' },
              { value: 'compact', label: 'Compact' },
            ]}
          />
        )}
        {isCards && orders.length > 0 && <OrderSelect label="Order" list={list} data={orders} />}
        <NativeSelect
          label="Rows per page"
          value={String(list.query.limit)}
          onChange={(event) => list.setLimit(Number(event.currentTarget.value))}
          data={sizes.map(String)}
        />
        {choosable.length > 0 && (
          <Stack gap={6} role="group" aria-label="Columns">
            <Text size="sm" fw={500} aria-hidden>
              Columns
            </Text>
            {choosable.map((column) => (
              <Checkbox
                key={column.id}
                label={column.header}
                checked={preferences.visibility[column.id] === true}
                onChange={(event) => preferences.setVisible(column.id, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        )}
        <Button variant="subtle" size="compact-sm" onClick={preferences.reset}>
          Reset view
        </Button>
      </Stack>
    </ButtonPopover>
  );
}

/** Names both orders of a column by its kind: a number, a time (its sort key is `date` or ends in `At`) or a word. */
function orderChoices<Row>({ header, sort, align }: Column<Row>) {
  if (sort === undefined) return [];
  const [down, up] =
    align === 'right'
      ? ['highest first', 'lowest first']
      : /^date$|At$/.test(sort)
        ? ['newest first', 'oldest first']
        : ['descending', 'ascending'];
  return [
    { value: `${sort} desc`, label: `${header}, ${down}` },
    { value: `${sort} asc`, label: `${header}, ${up}` },
  ];
}
