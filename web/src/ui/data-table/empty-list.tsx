import { Button } from '@mantine/core';
import { EmptyByFilter, EmptyState } from '#ui/states/index.ts';
import type { DataTableProps } from './table-props.ts';
import type { ListState } from './use-list-state.ts';

interface EmptyListProps extends Pick<DataTableProps<never>, 'empty'> {
  readonly list: ListState | undefined;
  /** Rows that match, on whatever page. */
  readonly total: number | undefined;
  readonly emptyByFilter: string;
}

/** Why no row is shown: the page lies behind the end of the list, nothing matches, or there is nothing at all. */
export function EmptyList({ list, total = 0, empty, emptyByFilter }: EmptyListProps) {
  if (list && list.query.page > 1 && total > 0)
    return (
      <EmptyState
        title="Nothing on this page"
        text="The list has become shorter."
        action={
          <Button variant="default" onClick={() => list.setPage(1)}>
            Go to page 1
          </Button>
        }
      />
    );
  if (list?.isFiltered) return <EmptyByFilter title={emptyByFilter} onClear={list.clearFilters} />;
  return <EmptyState {...empty} />;
}
