import { useMemo, useState } from 'react';

export interface Chosen<Row> {
  /** Every row that matches the filters is meant, also those on other pages; `rows` is then empty. */
  readonly allMatching: boolean;
  readonly rows: readonly Row[];
  readonly count: number;
}

export interface Selection<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly allMatching: boolean;
  readonly isSelected: (id: string) => boolean;
  readonly set: (entries: readonly (readonly [string, Row])[], selected: boolean) => void;
  readonly selectAllMatching: () => void;
  readonly clear: () => void;
}

interface State<Row> {
  readonly belongsTo: string;
  readonly rows: ReadonlyMap<string, Row>;
  readonly allMatching: boolean;
}

/** The rows after some were ticked or unticked; the given map is not changed. */
export function withRows<Row>(
  rows: ReadonlyMap<string, Row>,
  entries: readonly (readonly [string, Row])[],
  selected: boolean,
): ReadonlyMap<string, Row> {
  const next = new Map(rows);
  for (const [id, row] of entries) {
    if (selected) next.set(id, row);
    else next.delete(id);
  }
  return next;
}

/**
 * The ticked rows of a list, over all its pages. Pass `list.filterKey`: other filters are another list, and nothing is
 * ticked in it.
 * @public
 */
export function useSelection<Row>(filterKey: string): Selection<Row> {
  const [state, setState] = useState<State<Row>>({ belongsTo: filterKey, rows: new Map(), allMatching: false });
  return useMemo(() => {
    const stale = state.belongsTo !== filterKey;
    const rows: ReadonlyMap<string, Row> = stale ? new Map() : state.rows;
    const allMatching = !stale && state.allMatching;
    return {
      rows,
      allMatching,
      isSelected: (id) => allMatching || rows.has(id),
      set: (entries, selected) =>
        setState((previous) => ({
          belongsTo: filterKey,
          rows: withRows(previous.belongsTo === filterKey ? previous.rows : new Map(), entries, selected),
          allMatching: false,
        })),
      selectAllMatching: () => setState({ belongsTo: filterKey, rows: new Map(), allMatching: true }),
      clear: () => setState({ belongsTo: filterKey, rows: new Map(), allMatching: false }),
    };
  }, [state, filterKey]);
}
