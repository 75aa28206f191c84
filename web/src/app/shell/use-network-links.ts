import { rights } from '@muneem/contract/rights';
import { networkChoicesQuery } from '#features/networks/index.ts';
import { useQuery } from '@tanstack/react-query';
import { may } from '#lib/may.ts';
import type { RecordLink } from './record-link.ts';

const MOST_NETWORKS = 3;

/** The lists that can be filtered by a network whose name has this text. */
export function useNetworkLinks(typed: string): readonly RecordLink[] {
  const text = typed.trim().toLowerCase();
  const { data } = useQuery({ ...networkChoicesQuery, enabled: text !== '' && may(rights.seeNetworks) });
  const found = (data?.networks ?? []).filter(({ name }) => text !== '' && name.toLowerCase().includes(text));
  return found.slice(0, MOST_NETWORKS).flatMap(({ _id, name }) =>
    [
      { label: `Prime offers of ${name}`, to: '/prime-offers' },
      { label: `Regular offers of ${name}`, to: '/regular-offers' },
      { label: `Conversions of ${name}`, to: '/conversion-reports' },
    ].map((link) => ({ ...link, search: { network: _id } })),
  );
}
