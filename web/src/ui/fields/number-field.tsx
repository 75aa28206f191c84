import type { KeyboardEvent } from 'react';
import { numberText, numberValue, readNumber } from '#lib/number-text.ts';
import { ReadField, type ReadFieldProps } from './read-field.tsx';

interface NumberFieldProps extends Omit<ReadFieldProps<number | string>, 'value'> {
  readonly value?: number | string;
  /** Where the arrow keys stop. The form's schema refuses a smaller typed number. */
  readonly min?: number;
}

/**
 * The field of every number (`#lib/number-text.ts`). The form's value of an unreadable text is the text: a schema that
 * asks for a number refuses it.
 */
export function NumberField({ value = '', min = 0, ...rest }: NumberFieldProps) {
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    if (typeof value === 'number' || value === '')
      rest.onChange?.(Math.max(min, Number((Number(value) + by).toFixed(2))));
  };
  return (
    <ReadField
      inputMode="decimal"
      {...rest}
      value={value}
      isReadable={(text) => readNumber(text) !== undefined}
      read={numberValue}
      show={numberText}
      complaint="Enter a number, such as 1,250.75"
      onKeyDown={step}
    />
  );
}
