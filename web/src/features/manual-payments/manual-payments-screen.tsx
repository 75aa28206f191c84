import { PageHeader } from '#ui/layout/index.ts';
import { EmptyState } from '#ui/states/index.ts';

export function ManualPaymentsScreen() {
  return (
    <>
      <PageHeader title="Manually pay coin to clicks" />
      <EmptyState
        title="This area is not part of this build yet."
        text="Everything else in the navigation bar works."
      />
    </>
  );
}
