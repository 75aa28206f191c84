import { Alert, Button, Group } from '@mantine/core';
import { copy } from './offer-form.copy.ts';

interface DraftOfferProps {
  readonly onRestore: () => void;
  readonly onDiscard: () => void;
}

/** Offers to restore the form that was typed before the session ended. */
export function DraftOffer({ onRestore, onDiscard }: DraftOfferProps) {
  return (
    <Alert color="yellow" role="status" p="xs" mb="sm">
      <Group justify="space-between" gap="xs">
        {copy.draft.text}
        <Group gap="xs">
          <Button size="compact-sm" onClick={onRestore}>
            {copy.draft.restore}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onDiscard}>
            {copy.draft.discard}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
