import type { UseFormReturnType } from '@mantine/form';
import { memo, type ComponentType } from 'react';
import type { OfferFormValues } from './form-values.ts';

export type OfferFormApi = UseFormReturnType<OfferFormValues>;

type Field = keyof OfferFormValues;

/** The form as a card sees it: a field that the card does not name does not compile. */
interface CardForm<Of extends Field> extends Omit<OfferFormApi, 'values' | 'getInputProps'> {
  readonly values: Pick<OfferFormValues, Of>;
  getInputProps(
    path: Of | `${Of}.${string}`,
    options?: { type: 'checkbox' },
  ): ReturnType<OfferFormApi['getInputProps']>;
}

interface CardProps<Form> {
  readonly form: Form;
  /** Undefined for a new offer. */
  readonly offerId: string | undefined;
}

/**
 * Makes a card that renders only when one of its fields or a message changes. Mantine makes a new `form` for each key and
 * focus, but the methods of an earlier one work on the current values.
 */
export const offerFormCard = <Of extends Field>(fields: readonly Of[], Card: ComponentType<CardProps<CardForm<Of>>>) =>
  memo(
    Card as ComponentType<CardProps<OfferFormApi>>,
    (before, after) =>
      before.offerId === after.offerId &&
      before.form.errors === after.form.errors &&
      fields.every((field) => before.form.values[field] === after.form.values[field]),
  );
