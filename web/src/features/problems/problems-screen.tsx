import { PageHeader } from '#ui/layout/index.ts';
import { EmptyState } from '#ui/states/index.ts';

export function ProblemsScreen() {
  return (
    <>
      <PageHeader title="User Problems" />
      <EmptyState
        title="This area is not part of this build yet."
        text="Everything else in the navigation bar works."
      />
    </>
  );
}
