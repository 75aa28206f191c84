import type { Offer, OfferCategory } from '@muneem/contract/offers';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '#lib/api-error.ts';
import { newUuid } from '#lib/uuid.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { applyServerErrors } from '#ui/form/index.ts';
import {
  copyOfOffer,
  formErrors,
  newOfferValues,
  offerToValues,
  withNewKeys,
  type OfferFormValues,
} from './form-values.ts';
import { copy } from './offer-form.copy.ts';
import { useOfferDraft } from './use-offer-draft.ts';
import { useSaveOffer } from './use-save-offer.ts';

const MARKED = 'Please correct the marked fields.';

export type EditedOffer =
  | { readonly offer: Offer; readonly category?: never; readonly template?: never }
  /** A new offer, empty or with the values of `template`. */
  | { readonly offer?: never; readonly category: OfferCategory; readonly template?: Offer };

/** The values of an offer form, saved once and kept as a draft if the session ends. */
export function useOfferEditing({ offer: given, category = 'regular', template }: EditedOffer) {
  // The form edits the first loaded version. A refetch must not replace it while the admin types.
  const [offer] = useState(given);
  const form = useForm<OfferFormValues>({
    mode: 'controlled',
    initialValues: offer ? offerToValues(offer) : template ? copyOfOffer(template) : newOfferValues(category),
    validate: (values) => formErrors(values, offer?.version),
  });
  const [message, setMessage] = useState<{ readonly text: string; readonly isAboutFields: boolean }>();
  const [done, setDone] = useState(false);
  // A restored draft has its own version, so that saving it shows a change by another admin.
  const [version, setVersion] = useState(offer?.version);
  // After a lost answer, pressing again must not create a second offer.
  const [onceKey, setOnceKey] = useState(newUuid);
  const save = useSaveOffer(offer, { version, onceKey });
  const hasChanges = !done && form.isDirty();
  const { draft, drop } = useOfferDraft(hasChanges ? form.getValues() : undefined, { version, onceKey });
  const navigate = useNavigate();

  const submit = form.onSubmit(
    async (values) => {
      if (save.isPending || done) return;
      setMessage(undefined);
      try {
        if (!(await save.mutateAsync(values))) return;
      } catch (error) {
        const text = applyServerErrors(form, error, offer === undefined ? copy.createFailed : copy.updateFailed);
        setMessage({ text, isAboutFields: Object.keys(fieldErrors(error)).length > 0 });
        return;
      }
      setDone(true);
      drop();
      await dialogs.alert(offer === undefined ? copy.created : copy.updated);
      await navigate({ to: '/' });
    },
    (errors) => {
      setMessage({ text: MARKED, isAboutFields: true });
      const [first = ''] = Object.keys(errors);
      form.getInputNode(first)?.focus();
    },
  );

  const discard = (): void => {
    drop();
    form.getInputNode('title')?.focus();
  };
  const restore = (): void => {
    if (draft) {
      form.setValues(withNewKeys({ ...form.getValues(), ...draft.values }));
      setVersion(draft.version);
      setOnceKey(draft.onceKey);
    }
    discard();
  };

  return {
    offerId: offer?._id,
    form,
    submit,
    // The message about marked fields ends with the last mark.
    message: message?.isAboutFields && Object.keys(form.errors).length === 0 ? undefined : message?.text,
    isBusy: save.isPending || done,
    hasChanges,
    draft,
    restore,
    discard,
  };
}
