import { FilterSelect, optionsOf } from '#ui/fields/index.ts';

interface ListFilterProps<Name extends string, Value extends string> {
  readonly list: {
    readonly query: Readonly<Record<Name, Value>>;
    readonly setFilters: (change: never) => void;
  };
  /** The filter of the list. */
  readonly name: Name;
  /** The label of each value, in the order of the options. */
  readonly options: Readonly<Record<NoInfer<Value>, string>>;
  /** Visible above the field. */
  readonly label?: string;
  readonly 'aria-label'?: string;
}

/** The select of a filter with fixed values. */
export function ListFilter<Name extends string, Value extends string>(props: ListFilterProps<Name, Value>) {
  const { list, name, options, ...labels } = props;
  return (
    <FilterSelect
      {...labels}
      value={list.query[name]}
      data={optionsOf(options)}
      onChange={(value) => list.setFilters({ [name]: value } as never)}
    />
  );
}
