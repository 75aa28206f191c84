import type { EditableOffer, OfferCategory } from '@muneem/contract/offers';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fieldErrors } from '#lib/api-error.ts';
import { useScreenTitle } from '#lib/screen.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { applyServerErrors, FormActions, FormError, SubmitButton } from '#ui/form/index.ts';
import { UnsavedChangesGuard } from '#ui/guards/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { BasicCard, CategoryCard } from './basic-cards.tsx';
import { ClickParamsCard } from './click-params-card.tsx';
import { EventsCard } from './events-card.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { copyOfOffer, formErrors, newOfferValues, offerToValues, withNewKeys } from './form-values.ts';
import type { OfferDraft } from './offer-draft.ts';
import { ImageCard } from './image-card.tsx';
import { copy } from './offer-form.copy.ts';
import { OfferFormProvider, useOfferForm } from './offer-form-context.ts';
import classes from './offer-form.module.css';
import { RequirementsCard } from './requirements-card.tsx';
import { SecurityCard } from './security-card.tsx';
import { TechnicalCard } from './technical-card.tsx';
import { useOfferDraft } from './use-offer-draft.ts';
import { newOnceKey, useSaveOffer } from './use-save-offer.tsx';

const MARKED = 'Please correct the marked fields.';

type OfferFormProps =
  | { readonly offer: EditableOffer; readonly category?: never; readonly template?: never }
  /** A new offer, empty or with the values of `template`. */
  | { readonly offer?: never; readonly category: OfferCategory; readonly template?: EditableOffer };

/** The form of a new offer, or of one that exists (document 000 §2). */
export function OfferForm({ offer: given, category = 'regular', template }: OfferFormProps) {
  // The form edits the first loaded version. A refetch must not replace it while the admin types.
  const [offer] = useState(given);
  const title = useScreenTitle();
  const mode = offer === undefined ? 'create' : 'edit';
  const form = useOfferForm({
    mode: 'controlled',
    initialValues: offer ? offerToValues(offer) : template ? copyOfOffer(template) : newOfferValues(category),
    validate: (values) => formErrors(values, offer?.version),
  });
  const [message, setMessage] = useState<string>();
  const [done, setDone] = useState(false);
  // A restored draft has its own version, so that saving it shows a change by another admin.
  const [version, setVersion] = useState(offer?.version);
  // After a lost answer, pressing again must not create a second offer.
  const [onceKey, setOnceKey] = useState(newOnceKey);
  const save = useSaveOffer(offer, { version, onceKey });
  const hasChanges = !done && form.isDirty();
  const { draft, drop } = useOfferDraft(hasChanges ? form.getValues() : undefined, { version, onceKey });
  const dialogs = useDialogs();
  const navigate = useNavigate();

  const submit = form.onSubmit(
    async (values) => {
      if (save.isPending || done) return;
      setMessage(undefined);
      try {
        if (!(await save.mutateAsync(values))) return;
      } catch (error) {
        setMessage(applyServerErrors(form, error, offer === undefined ? copy.createFailed : copy.updateFailed));
        // A file has no field of its own. Its message shows at the image's URL.
        if ('imageData' in fieldErrors(error)) form.getInputNode('image')?.focus();
        return;
      }
      setDone(true);
      drop();
      await dialogs.alert(offer === undefined ? copy.created : copy.updated);
      await navigate({ to: '/' });
    },
    (errors) => {
      setMessage(MARKED);
      const [first = ''] = Object.keys(errors);
      form.getInputNode(first)?.focus();
    },
  );

  const decide = (restored?: OfferDraft): void => {
    if (restored) {
      form.setValues(withNewKeys({ ...form.getValues(), ...restored.values }));
      setVersion(restored.version);
      setOnceKey(restored.onceKey);
    }
    drop();
    form.getInputNode('title')?.focus();
  };

  return (
    <>
      <PageHeader />
      {draft && <DraftOffer onRestore={() => decide(draft)} onDiscard={() => decide()} />}
      <OfferFormProvider form={form}>
        <form className={classes['form']} onSubmit={submit} noValidate aria-label={title}>
          <Cards offerId={offer?._id} />
          <div className={classes['footer']}>
            <FormError message={message} />
            <FormActions>
              <SubmitButton busy={save.isPending || done} busyText={copy.busy[mode]}>
                {copy.submit[mode]}
              </SubmitButton>
              <Button variant="default" onClick={() => void navigate({ to: '/' })}>
                {copy.cancel}
              </Button>
            </FormActions>
          </div>
        </form>
      </OfferFormProvider>
      <UnsavedChangesGuard withinScreen when={hasChanges} />
    </>
  );
}

function Cards({ offerId }: { readonly offerId: string | undefined }) {
  return (
    <>
      <CategoryCard locked={offerId !== undefined} />
      <BasicCard />
      <TechnicalCard offerId={offerId} />
      <ClickParamsCard offerId={offerId} />
      <RequirementsCard />
      <SecurityCard />
      <ImageCard />
      <EventsCard />
    </>
  );
}
