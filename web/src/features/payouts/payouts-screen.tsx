import { Tabs } from '@mantine/core';
import { useUrlState } from '#lib/url-state.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { AttentionList } from './attention-list.tsx';
import { DifferenceList } from './difference-list.tsx';
import { copy } from './payouts.copy.ts';
import { VIEW, VIEWS } from './payouts.queries.ts';

/** Payments that need an admin, and the comparison with the provider's statement. */
function PayoutsScreen() {
  const [{ view }, setView] = useUrlState(VIEW);
  return (
    <>
      <PageHeader text={copy.text} />
      <Tabs value={view} onChange={(value) => setView({ view: VIEWS.find((known) => known === value) ?? 'attention' })}>
        <Tabs.List aria-label={copy.tabs}>
          {VIEWS.map((value) => (
            <Tabs.Tab key={value} value={value}>
              {copy.tab[value]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="attention" pt="md">
          <AttentionList />
        </Tabs.Panel>
        <Tabs.Panel value="reconciliation" pt="md">
          <DifferenceList />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

export { PayoutsScreen as component };
export { screenQueries as queries } from './payouts.queries.ts';
