import type { PendingOffer } from '@muneem/contract/offer-claims';
import { NOTHING } from '#lib/format.ts';
import { RowAnchor, RowButtons, columnsOf, type Column } from '#ui/data-table/index.ts';
import { Coins, CopyButton, CutText, DateTime, StatusBadge, TwoLines } from '#ui/display/index.ts';
import { evidenceLines } from './claim-evidence.ts';
import { approve, refusals, reject } from './decisions.ts';
import { copy } from './offer-claims.copy.ts';

export const CLAIM_COLUMNS: readonly Column<PendingOffer>[] = columnsOf(copy.columns, {
  offerId: {
    width: 130,
    cell: (row) => <CutText text={row.offerId} mono />,
    after: (row) => <CopyButton value={row.offerId} what="offer id" />,
  },
  title: { width: 180, cell: (row) => <CutText text={row.title} /> },
  type: {
    width: 85,
    cell: ({ offerType }) => (
      <StatusBadge label={copy.types[offerType]} color={offerType === 'prime' ? 'yellow' : 'gray'} />
    ),
  },
  coins: { align: 'right', sort: 'coins', width: 105, cell: (row) => <Coins coins={row.coins} /> },
  user: { width: 165, cell: (row) => <TwoLines first={row.userName} second={row.userId} /> },
  evidence: { width: 170, cell: (row) => <Evidence claim={row} /> },
  date: { sort: 'date', width: 160, cell: (row) => <DateTime value={row.date} /> },
  actions: {
    kind: 'actions',
    width: 160,
    cell: (row) => <Buttons claim={row} />,
  },
});

/** Links to the evidence of the newest click. A claim without a click stands out. */
function Evidence({ claim }: { readonly claim: PendingOffer }) {
  const { evidence } = claim;
  if (evidence === undefined) return NOTHING;
  const [clicks, events] = evidenceLines(evidence);
  const { lastClickId } = evidence;
  return (
    <TwoLines
      first={
        lastClickId === null ? (
          <span>
            <StatusBadge label={clicks} color="yellow" />
          </span>
        ) : (
          <RowAnchor link={{ to: '/clicks/$id', params: { id: lastClickId } }} className={undefined}>
            {clicks}
          </RowAnchor>
        )
      }
      second={events}
    />
  );
}

/** Approve is disabled with the reason once the server refused it. */
function Buttons({ claim }: { readonly claim: PendingOffer }) {
  const disabledReason = refusals.useReason(claim.id);
  return (
    <RowButtons
      of={`${claim.title}, ${claim.userName}`}
      buttons={[
        { label: copy.approve, color: 'green', disabledReason, run: () => void approve(claim) },
        { label: copy.reject, color: 'red', run: () => void reject(claim) },
      ]}
    />
  );
}
