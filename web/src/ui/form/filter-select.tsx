import { NativeSelect, type NativeSelectProps } from '@mantine/core';

interface FilterSelectProps<Value extends string> extends Pick<NativeSelectProps, 'label' | 'aria-label' | 'maw'> {
  readonly value: Value;
  readonly data: readonly (Value | { readonly value: Value; readonly label: string })[];
  readonly onChange: (value: Value) => void;
}

/** Chooses the value of a filter. A value of the URL stays, even if it is not (or no longer) in the list. */
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
