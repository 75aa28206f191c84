import type { UseFormReturnType } from '@mantine/form';
import { memo, type ComponentType } from 'react';
import type { OfferFormValues } from './form-values.ts';

export type OfferFormApi = UseFormReturnType<OfferFormValues>;

interface CardProps {
  readonly form: OfferFormApi;
  /** Undefined for a new offer. */
  readonly offerId: string | undefined;
}

/**
 * A card that renders only when one of its fields or a message changes: each key and each focus makes a new `form`. The
 * methods of an older one work on the current values.
 */
export const offerFormCard = (fields: readonly (keyof OfferFormValues)[], Card: ComponentType<CardProps>) =>
  memo(
    Card,
    (before, after) =>
      before.offerId === after.offerId &&
      before.form.errors === after.form.errors &&
      fields.every((field) => before.form.values[field] === after.form.values[field]),
  );
