import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type FocusEvent } from 'react';

export interface ReadFieldProps<Value> extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'min'> {
  readonly value: Value;
  readonly onChange?: ((value: Value) => void) | undefined;
}

interface Reading<Value> {
  readonly isReadable: (text: string) => boolean;
  /** The value of any text, also of one that is not readable. */
  readonly read: (text: string) => Value;
  readonly show: (value: Value) => string;
  /** The error of a text that is not readable. */
  readonly complaint: string;
}

/**
 * A text field that reads a value. The text stays as typed until the field is left; then it shows the value. A text that it
 * cannot read stays, with an error.
 */
export function ReadField<Value>(props: ReadFieldProps<Value> & Reading<Value>) {
  const { value, onChange, isReadable, read, show, complaint, onFocus, onBlur, error, ...rest } = props;
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: Value }>();
  const [hasFocus, setFocus] = useState(false);
  const text = typed && Object.is(typed.value, value) ? typed.text : show(value);
  const isWrong = text.trim() !== '' && !isReadable(text);
  const isShown = isWrong && (!hasFocus || Boolean(error));
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      value={text}
      error={isShown ? complaint : error}
      onChange={({ currentTarget }) => {
        const next = read(currentTarget.value);
        setTyped({ text: currentTarget.value, value: next });
        if (!Object.is(next, value)) onChange?.(next);
      }}
      onFocus={(event: FocusEvent<HTMLInputElement>) => {
        setFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setFocus(false);
        if (!isWrong) setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}
