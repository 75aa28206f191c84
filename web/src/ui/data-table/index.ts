export { columnsOf, listResult, wholeResult } from './columns.ts';
export type { Column, ListResult, RowLink } from './columns.ts';
export { DataTable } from './data-table.tsx';
export { EmptyList } from './empty-list.tsx';
export { NewRowsPill } from './new-rows-pill.tsx';
export { RowButtons } from './row-buttons.tsx';
export { RowIconButton, RowIconLink, RowIcons } from './row-icons.tsx';
export { RowAnchor } from './row-link.tsx';
export { SelectionBar } from './selection-bar.tsx';
export { OrderSelect } from './order-select.tsx';
export { TableFooter } from './table-footer.tsx';
export type { BulkOptions, DataTableProps, RowShortcut } from './table-props.ts';
export { useLiveList } from './use-live-list.ts';
export { useHeldRows } from './use-held-rows.ts';
export { listConfig, listQueryOf, useListState } from './use-list-state.ts';
export type { ListQueryState, ListState } from './use-list-state.ts';
/** @public */
export { useSelection } from './use-selection.ts';
export type { SelectedRows, Selection } from './use-selection.ts';
