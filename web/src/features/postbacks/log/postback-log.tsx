import { Group, SegmentedControl } from '@mantine/core';
import { useUrlState } from '#lib/url-state.ts';
import { Note } from '#ui/display/index.ts';
import { InboundLog } from './inbound-log.tsx';
import { optionsOf } from '#ui/fields/index.ts';
import { copy } from './log.copy.ts';
import { DIRECTION } from './log.queries.ts';
import { OutboundLog } from './outbound-log.tsx';

export function PostbackLog({ offerId }: { readonly offerId: string }) {
  const [{ direction }, setUrl] = useUrlState(DIRECTION);
  return (
    <>
      <Group gap="0.5rem 1rem" mb="sm">
        <SegmentedControl
          aria-label={copy.direction}
          value={direction}
          data={optionsOf(copy.directions)}
          onChange={(next) => setUrl({ direction: next })}
        />
        <Note>{copy.directionTexts[direction]}</Note>
      </Group>
      {direction === 'inbound' ? <InboundLog offerId={offerId} /> : <OutboundLog key={offerId} offerId={offerId} />}
    </>
  );
}
