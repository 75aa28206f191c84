import { PageHeader } from '#ui/layout/index.ts';
import { EmptyState } from '#ui/states/index.ts';

export function OfferClaimsScreen() {
  return (
    <>
      <PageHeader title="Verify Offers" />
      <EmptyState
        title="This area is not part of this build yet."
        text="Everything else in the navigation bar works."
      />
    </>
  );
}
