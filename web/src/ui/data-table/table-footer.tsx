import { Button, Group } from '@mantine/core';
import { formatCount } from '#lib/format.ts';
import classes from './data-table.module.css';
import { countPages, pageNumbers } from './page-numbers.ts';
import type { ListResult } from './columns.ts';
import type { ListState } from './use-list-state.ts';

interface TableFooterProps {
  readonly list: ListState;
  readonly result: Pick<ListResult<unknown>, 'rows' | 'total' | 'anchor' | 'isLast'>;
  readonly counts: { readonly shown: number; readonly of: number } | undefined;
  readonly noun: { readonly one: string; readonly many: string };
}

/** "X of Y users", and the pages if there is more than one. */
export function TableFooter({ list, result, counts, noun }: TableFooterProps) {
  const { page } = list.query;
  const { rows, total, anchor } = result;
  const pages = countPages(list.query, result);
  const open = (number: number) => list.setPage(number, anchor);
  const x = counts?.shown ?? rows?.length;
  const y = counts?.of ?? total;
  return (
    <Group justify="space-between" gap="xs" mih="2.75rem" pt="xs">
      <span role="status" className={classes['counter']}>
        {x === undefined ? 'Loading…' : `${formatCount(x)} of ${formatCount(y)} ${y === 1 ? noun.one : noun.many}`}
      </span>
      {pages !== undefined && pages > 1 && (
        <nav aria-label="Pages" className={classes['pages']}>
          <Button variant="default" size="compact-md" disabled={page <= 1} onClick={() => open(page - 1)}>
            Previous
          </Button>
          {pageNumbers(page, pages).map((number) => (
            <Button
              key={number}
              variant={number === page ? 'light' : 'subtle'}
              color={number === page ? 'ink' : 'gray'}
              size="compact-md"
              className={classes['pageNumber']}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => open(number)}
            >
              {formatCount(number)}
            </Button>
          ))}
          <Button variant="default" size="compact-md" disabled={page >= pages} onClick={() => open(page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </Group>
  );
}
