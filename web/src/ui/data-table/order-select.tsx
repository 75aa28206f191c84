import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import type { ListState } from './use-list-state.ts';

interface OrderSelectProps extends Pick<NativeSelectProps, 'label' | 'aria-label'> {
  readonly list: Pick<ListState, 'query' | 'setSort'>;
  /** Each value is a sort and its order: "coins desc". */
  readonly data: { readonly value: string; readonly label: string }[];
}

/** Chooses the order of a list without column headings. */
export const OrderSelect = ({ list: { query, setSort }, ...rest }: OrderSelectProps) => (
  <NativeSelect
    {...rest}
    value={`${query.sort} ${query.order}`}
    onChange={(event) => {
      const [sort = '', order] = event.currentTarget.value.split(' ');
      setSort(sort, order === 'asc' ? 'asc' : 'desc');
    }}
  />
);
