import { useQuery } from '@tanstack/react-query';
import { postbackUrlsQuery } from '../postbacks.queries.ts';

/** The names of the offer's events. Empty while loading. */
export function useOfferEvents(offerId: string): readonly string[] {
  const { data } = useQuery(postbackUrlsQuery(offerId));
  return Object.values(data?.postbackUrls ?? {}).map(({ name }) => name);
}
