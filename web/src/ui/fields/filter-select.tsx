import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface FilterSelectProps<Value extends string> extends Pick<NativeSelectProps, 'label' | 'aria-label' | 'maw'> {
  readonly value: Value;
  readonly data: readonly (Value | { readonly value: Value; readonly label: string })[];
  readonly onChange: (value: Value) => void;
}

/** The options of a select or a segmented control, in the order of the labels. */
export const optionsOf = <Value extends string>(labels: Readonly<Record<Value, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));

/** The select of a filter. A value from the URL that is not in the list is added, so that it stays selected. */
export function FilterSelect<Value extends string>({ value, data, onChange, ...rest }: FilterSelectProps<Value>) {
  const isKnown = data.some((option) => (typeof option === 'string' ? option : option.value) === value);
  return (
    <NativeSelect
      {...rest}
      value={value}
      data={isKnown ? [...data] : [...data, value]}
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    />
  );
}
