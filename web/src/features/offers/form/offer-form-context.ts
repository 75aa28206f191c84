import { createFormContext } from '@mantine/form';
import type { OfferFormValues } from './form-values.ts';

/** The form's values and messages, for its cards. */
export const [OfferFormProvider, useOfferFormContext, useOfferForm] = createFormContext<OfferFormValues>();
