import { rights } from '@muneem/contract/rights';
import { Alert, Button, Group } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { formatDateTime } from '#lib/format.ts';
import { may } from '#lib/may.ts';
import { useScreenTitle } from '#lib/screen.ts';
import { Fields, FormError, SubmitButton } from '#ui/form/index.ts';
import { UnsavedChangesGuard } from '#ui/guards/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { BasicCard, CategoryCard } from './basic-cards.tsx';
import { ClickParamsCard } from './click-params-card.tsx';
import { EventsCard } from './events-card.tsx';
import { ImageCard } from './image-card.tsx';
import { copy } from './offer-form.copy.ts';
import classes from './offer-form.module.css';
import { RequirementsCard } from './requirements-card.tsx';
import { SecurityCard } from './security-card.tsx';
import { TechnicalCard } from './technical-card.tsx';
import { useOfferEditing, type EditedOffer } from './use-offer-editing.ts';

/** The form of a new offer, or of one that exists (document 000 §2). */
export function OfferForm(edited: EditedOffer) {
  const { offerId, form, submit, message, isBusy, hasChanges, draft, restore, discard } = useOfferEditing(edited);
  const mode = offerId === undefined ? 'create' : 'edit';
  const isReadOnly = !may(rights.changeOffers);
  const own = useScreenTitle();
  const title = isReadOnly ? copy.reading : own;
  const navigate = useNavigate();
  const card = { form, offerId };
  return (
    <>
      <PageHeader title={title} />
      {draft && (
        <Alert color="yellow" role="status" p="xs" mb="sm">
          <Group justify="space-between" gap="xs">
            {copy.draft.text(formatDateTime(draft.at))}
            <Group gap="xs">
              <Button size="compact-sm" onClick={restore}>
                {copy.draft.restore}
              </Button>
              <Button size="compact-sm" variant="default" onClick={discard}>
                {copy.draft.discard}
              </Button>
            </Group>
          </Group>
        </Alert>
      )}
      <form className={classes['form']} onSubmit={submit} noValidate aria-label={title}>
        <Fields right={rights.changeOffers}>
          <CategoryCard {...card} />
          <BasicCard {...card} />
          <TechnicalCard {...card} />
          <ClickParamsCard {...card} />
          <RequirementsCard {...card} />
          <SecurityCard {...card} />
          <ImageCard {...card} />
          <EventsCard {...card} />
        </Fields>
        <div className={classes['footer']}>
          <FormError message={message} />
          <Group justify="flex-end" gap="xs">
            {!isReadOnly && (
              <SubmitButton busy={isBusy} busyText={copy.busy[mode]}>
                {copy.submit[mode]}
              </SubmitButton>
            )}
            <Button variant="default" onClick={() => void navigate({ to: '/' })}>
              {isReadOnly ? copy.close : copy.cancel}
            </Button>
          </Group>
        </div>
      </form>
      <UnsavedChangesGuard when={hasChanges} />
    </>
  );
}
