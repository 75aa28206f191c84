import { Button } from '@mantine/core';
import { EmptyByFilter, EmptyState } from '#ui/states/index.ts';
import type { DataTableProps } from './table-props.ts';
import type { ListState } from './use-list-state.ts';

interface EmptyListProps extends Pick<DataTableProps<never>, 'empty'> {
  readonly list: ListState | undefined;
  /** Matching rows on all pages. */
  readonly total: number | undefined;
  readonly emptyByFilter: string;
}

/** Explains an empty list: the page is past the end, nothing matches, or there are no records. */
export function EmptyList({ list, total = 0, empty, emptyByFilter }: EmptyListProps) {
  if (list && list.query.page > 1 && total > 0)
    return (
      <EmptyState
        title="This page is empty"
        text="The list has fewer pages now."
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
