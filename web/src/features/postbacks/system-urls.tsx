import type { getPostbackUrls } from '@muneem/contract/postbacks';
import type { RouteAnswer } from '@muneem/contract/http';
import { Box, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { eventCoins, offerQuery, rewardRulesQuery } from '#features/offers/index.ts';
import { formatCoins, formatCount, formatRupees, NOTHING } from '#lib/format.ts';
import { CopyText, FactList, Note } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import { EmptyState, ErrorLine, Loaded, SkeletonLines } from '#ui/states/index.ts';
import { copy } from './postbacks.copy.ts';
import classes from './postbacks.module.css';
import { postbackUrlsQuery } from './postbacks.queries.ts';
import { Raw } from './raw.tsx';

type EventUrl = RouteAnswer<typeof getPostbackUrls>['postbackUrls'][string];

/** The tracking link, the security token, and a card per event with its URL and its remaining daily cap. */
export function SystemUrls({ offerId }: { readonly offerId: string }) {
  const query = useQuery(postbackUrlsQuery(offerId));
  return (
    <Section title={copy.system}>
      <Loaded query={query} failed={copy.urlsFailed} loading={<SkeletonLines count={8} />}>
        {(data) => (
          <>
            <ErrorLine text={copy.urlsFailed} query={query} />
            <Box mb="md">
              <Text span display="block" fz="xs" c="dimmed">
                {copy.link}
              </Text>
              <CopyText value={`${data.trackingLink}?uid=USER_ID`} what="tracking link" mono />
              <Note mt={4}>{copy.linkHint}</Note>
            </Box>
            <Box mb="md">
              <Text span display="block" fz="xs" c="dimmed">
                {copy.token}
              </Text>
              <CopyText value={data.securityToken} what="security token" mono />
              <Note mt={4}>{copy.tokenHint}</Note>
            </Box>
            {Object.keys(data.postbackUrls).length === 0 ? (
              <EmptyState title={copy.empty} text={copy.emptyText} compact />
            ) : (
              <Stack component="ul" gap="sm" aria-label={copy.system}>
                {Object.values(data.postbackUrls).map((event) => (
                  <EventCard key={event.name} offerId={offerId} event={event} />
                ))}
              </Stack>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** `40% of 120 coins = 48 coins` or `₹12.50 = 125 coins`. Without the rules of the server only the payout. */
function usePays(offerId: string, { name, payout }: EventUrl): string {
  const { data: offer } = useQuery(offerQuery(offerId));
  const { data: rules } = useQuery(rewardRulesQuery);
  const found =
    offer && rules && eventCoins({ eventName: name, eventPayout: payout }, offer.coins, rules.coinsPerRupee);
  if (!found) return payout > 0 ? formatRupees(payout) : NOTHING;
  const { percent, paid } = found;
  return copy.pays(
    percent === undefined ? formatRupees(payout) : copy.share(percent, formatCoins(offer.coins)),
    formatCoins(paid),
  );
}

function EventCard({ offerId, event }: { readonly offerId: string; readonly event: EventUrl }) {
  const pays = usePays(offerId, event);
  const remaining = Math.max(0, event.cap - event.count);
  return (
    <li className={classes['event']}>
      <h3>{event.name}</h3>
      <FactList
        look="narrow"
        facts={[
          [copy.payout, pays],
          [copy.cap, formatCount(event.cap)],
          [copy.count, formatCount(event.count)],
          [copy.remaining, `${formatCount(remaining)}${remaining === 0 ? copy.full : ''}`],
        ]}
      />
      <Progress
        value={event.cap === 0 ? 100 : (event.count / event.cap) * 100}
        size="xs"
        color={remaining === 0 ? 'red' : 'ink'}
        aria-hidden
      />
      <Raw label={copy.url(event.name)} text={event.url} what={`postback URL of ${event.name}`} />
    </li>
  );
}
