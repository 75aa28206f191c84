import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { EmptyByFilter, EmptyState } from '#ui/states/index.ts';
import type { ListTexts } from './table-props.ts';
import type { ListState } from './use-list-state.ts';

interface EmptyListProps {
  readonly texts: Required<Pick<ListTexts, 'noMatch'>> & ListTexts;
  readonly list: ListState | undefined;
  /** Matching rows on all pages. */
  readonly total: number | undefined;
  readonly onClearFilters?: (() => void) | undefined;
  /** Offered while there are no records. */
  readonly action?: ReactNode;
}

/** Explains an empty list: the page is past the end, nothing matches, or there are no records. */
export function EmptyList({ list, total = 0, texts, onClearFilters, action }: EmptyListProps) {
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
  const onClear = list?.isFiltered ? list.clearFilters : onClearFilters;
  if (onClear) return <EmptyByFilter title={texts.noMatch} onClear={onClear} />;
  return <EmptyState title={texts.empty} text={texts.emptyText} action={action} />;
}
