import type { OfferInput } from '@muneem/contract/offers';
import { sql } from '#platform/database/index.ts';
import type { TestApp } from '#test/test-app.ts';

/** The smallest body that POST /api/offers accepts, with the test's own fields on top. */
export const offerInput = (overrides: Readonly<Record<string, unknown>> = {}): Partial<OfferInput> => ({
  title: 'Rummy Stars',
  description: 'Install and play one round.',
  coins: 250,
  type: 'install',
  requirements: 'A new account.',
  trackingUrl: 'https://network.example/click?c={click_id}',
  steps: [{ title: 'Install', description: 'From the store.', isCompleted: false }],
  events: [
    { eventName: 'install', eventPayout: 0, eventCap: 1000, isRequired: true, description: '' },
    { eventName: 'deposit', eventPayout: 12.5, eventCap: 2, isRequired: true, description: 'First deposit' },
  ],
  ...overrides,
});

/** The offers `off_1` to `off_{count}`. The user completed one an hour from 1 November 2026 (UTC). */
export async function completeOffers(
  { database }: Pick<TestApp, 'database'>,
  userId: number,
  count: number,
): Promise<void> {
  await database.execute(sql`
    insert into offers (id, title, description, coins, type, requirements, tracking_url)
    select 'off_' || n, 'Offer ' || n, 'd', 10, 'install', 'r', 'https://x.example/{click_id}' from generate_series(1, ${count}::int) n
    on conflict do nothing`);
  await database.execute(sql`
    insert into offer_completions (offer_id, user_id, completed_at)
    select 'off_' || n, ${userId}, timestamptz '2026-11-01T00:00:00Z' + n * interval '1 hour' from generate_series(1, ${count}::int) n`);
}
