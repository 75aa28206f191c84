import { replayPostbacks, type previewReplay, type ReplayItem } from '@muneem/contract/postbacks';
import { ApiError, type RouteAnswer } from '@muneem/contract/http';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ClickLink } from '#features/clicks/index.ts';
import { api } from '#lib/api.ts';
import { errorText } from '#lib/api-error.ts';
import { formatCoins, formatCount, formatNoun, formatRupees, NOTHING } from '#lib/format.ts';
import { queryClient } from '#lib/query-client.ts';
import { DateTime, FactList, Note, StatusBadge } from '#ui/display/index.ts';
import { FormError, WindowFoot } from '#ui/form/index.ts';
import { EmptyState, ErrorState, SkeletonLines } from '#ui/states/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './replay.copy.ts';
import classes from './replay.module.css';
import { replayPreviewQuery, type ReplaySelection } from './replay.queries.ts';
import { verdictLook } from './verdict-look.ts';

type Preview = RouteAnswer<typeof previewReplay>;

interface ReplayModalProps {
  readonly selection: ReplaySelection;
  readonly onClose: () => void;
}

/** Previews the replay of stored postbacks, then runs exactly that replay. */
export function ReplayModal({ selection, onClose }: ReplayModalProps) {
  const preview = useQuery(replayPreviewQuery(selection));
  const replay = useMutation({
    mutationFn: ({ items, digest }: Preview) =>
      api(replayPostbacks, { body: { ids: items.map(({ _id }) => _id), digest } }),
    onSuccess: async ({ repeated, totals }) => {
      const { approved, coins, payout } = totals;
      if (repeated) toast.info(copy.repeated);
      else toast.success(copy.done(formatCount(approved), formatCoins(coins), formatRupees(payout)));
      for (const queryKey of [['inbound-postbacks'], ['evidence'], ['conversions']])
        await queryClient.invalidateQueries({ queryKey });
    },
  });
  const look = () => {
    replay.reset();
    void preview.refetch();
  };
  const { data } = preview;
  const isStale = replay.error instanceof ApiError && replay.error.status === 409;
  return (
    <ModalWindow onClose={onClose} title={copy.title} size="60rem">
      <Stack gap="md" aria-busy={preview.isFetching}>
        {data && !(preview.isFetching && replay.isIdle && preview.isRefetching) ? (
          <Body preview={data} done={replay.data} />
        ) : preview.error ? (
          <ErrorState
            text={copy.failed}
            query={{ error: preview.error, refetch: look, isFetching: preview.isFetching }}
          />
        ) : (
          <>
            <Note role="status">{copy.loading}</Note>
            <SkeletonLines count={8} />
          </>
        )}
        <FormError message={replay.error ? errorText(replay.error, copy.commitFailed) : undefined} />
        <WindowFoot onClose={onClose} close={replay.isSuccess ? copy.close : copy.cancel} data-autofocus>
          {replay.isSuccess && data?.more && (
            <Button variant="default" onClick={look}>
              {copy.next}
            </Button>
          )}
          {isStale && (
            <Button variant="default" onClick={look}>
              {copy.again}
            </Button>
          )}
          {data && data.items.length > 0 && !replay.isSuccess && !isStale && (
            <Button
              loading={replay.isPending}
              disabled={data.totals.approved === 0}
              onClick={() => replay.mutate(data)}
            >
              {copy.verb(formatNoun(data.items.length, 'postback', 'postbacks'))}
            </Button>
          )}
        </WindowFoot>
      </Stack>
    </ModalWindow>
  );
}

function Body({
  preview,
  done,
}: {
  readonly preview: Preview;
  readonly done: RouteAnswer<typeof replayPostbacks> | undefined;
}) {
  const { items, totals, skipped, more } = preview;
  if (done) {
    const { approved, coins, payout } = done.totals;
    return (
      <Text role="status">
        {done.repeated ? copy.repeated : copy.done(formatCount(approved), formatCoins(coins), formatRupees(payout))}
      </Text>
    );
  }
  return (
    <>
      {items.length === 0 ? (
        <EmptyState compact title={copy.empty} text={copy.emptyText} />
      ) : (
        <>
          <Text>{copy.lead}</Text>
          <FactList
            look="narrow"
            facts={[
              [copy.willCredit, formatCount(totals.approved)],
              [copy.coins, formatCount(totals.coins)],
              [copy.payout, formatRupees(totals.payout)],
              [copy.rest, formatCount(items.length - totals.approved)],
            ]}
          />
          <Items items={items} />
        </>
      )}
      {items.length > 0 && totals.approved === 0 && <Note role="status">{copy.nothingApproved}</Note>}
      {more && <Note>{copy.more}</Note>}
      {skipped.length > 0 && (
        <div>
          <Note>{copy.skipped(formatCount(skipped.length))}</Note>
          <ul className={classes['skipped']}>
            {[...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, group]) => (
              <li key={reason}>{group.length === 1 ? reason : `${reason} (${formatCount(group.length)})`}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Items({ items }: { readonly items: readonly ReplayItem[] }) {
  const { columns } = copy;
  return (
    <div className={classes['frame']} tabIndex={0} role="region" aria-label={copy.title}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{columns.received}</th>
            <th scope="col">{columns.event}</th>
            <th scope="col">{columns.before}</th>
            <th scope="col">{columns.now}</th>
            <th scope="col" data-number>
              {columns.coins}
            </th>
            <th scope="col" data-number>
              {columns.payout}
            </th>
            <th scope="col">{columns.click}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item._id}>
              <td>
                <DateTime value={item.receivedAt} />
              </td>
              <td>{item.event ?? NOTHING}</td>
              <td>
                <StatusBadge {...verdictLook(item.verdictBefore)} />
              </td>
              <td>
                <StatusBadge {...verdictLook(item.verdict)} />
              </td>
              <td data-number>{formatCount(item.coins + item.referralCoins)}</td>
              <td data-number>{formatRupees(item.payout)}</td>
              <td>{item.clickId === null ? NOTHING : <ClickLink clickId={item.clickId} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
