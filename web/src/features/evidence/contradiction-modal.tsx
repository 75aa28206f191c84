import { rights } from '@muneem/contract/rights';
import type { OpenContradiction } from '@muneem/contract/evidence';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { may } from '#lib/may.ts';
import { ConversionLink } from '#features/clicks/index.ts';
import { formatCoins, formatRupees } from '#lib/format.ts';
import { DateTime, FactList, Part } from '#ui/display/index.ts';
import { WindowFoot } from '#ui/form/index.ts';
import { Loaded, SkeletonLines } from '#ui/states/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './contradictions.copy.ts';
import { contradictionQuery, type Reversal } from './contradictions.queries.ts';
import { DecideForm } from './decide-form.tsx';
import { Decision } from './decision.tsx';

const words = copy.window;

/** The network's statement about a paid event, and the two decisions about it. */
export function ContradictionModal({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const query = useQuery(contradictionQuery(id));
  return (
    <ModalWindow inUrl onClose={onClose} title={words.title} size="lg">
      <Loaded query={query} failed={words.failed} loading={<SkeletonLines count={10} />}>
        {({ contradiction, reversal }) => (
          <Stack gap="md">
            <About contradiction={contradiction} />
            {reversal === null || !may(rights.decideContradictions) ? (
              <>
                <Decision contradiction={contradiction} />
                <WindowFoot onClose={onClose} />
              </>
            ) : (
              <DecideForm id={id} reversal={reversal} onClose={onClose}>
                <Effect reversal={reversal} />
              </DecideForm>
            )}
          </Stack>
        )}
      </Loaded>
    </ModalWindow>
  );
}

function About({ contradiction: it }: { readonly contradiction: OpenContradiction }) {
  const { facts } = words;
  return (
    <FactList
      facts={[
        [
          facts.paid,
          <strong key="v">{`${formatCoins(it.coins + it.referralCoins)} (${formatRupees(it.payout)})`}</strong>,
        ],
        [
          facts.user,
          it.uid === null ? (
            copy.anonymous
          ) : (
            <Link key="v" to="/users" search={{ user: it.uid }}>
              {it.userName ?? it.uid}
            </Link>
          ),
        ],
        [
          facts.offer,
          <Link key="v" to="/postback-urls/$id" params={{ id: it.offerId }}>
            {`${it.offerTitle}, ${it.event}`}
          </Link>,
        ],
        [facts.approved, <DateTime key="v" value={it.approvedAt} />],
        [facts.said, <strong key="v">{it.said}</strong>],
        [facts.times, copy.times(String(it.times))],
        [facts.first, <DateTime key="v" value={it.firstAt} show="relative" />],
        [facts.last, <DateTime key="v" value={it.lastAt} show="relative" />],
        [facts.conversion, <ConversionLink key="v" id={it.conversionId} />],
        [
          facts.click,
          <Link key="v" to="/clicks/$id" params={{ id: it.clickId }}>
            {words.evidence}
          </Link>,
        ],
      ]}
    />
  );
}

function Effect({ reversal: { credits, claim } }: { readonly reversal: Reversal }) {
  const lines = credits.map(({ kind, coins, isTaken, uid, userName }) => {
    const text = isTaken ? (kind === 'reward' ? words.taken : words.takenReferral) : words.owed;
    return text(formatCoins(coins), userName ?? uid);
  });
  if (lines.length === 0) lines.push(words.nothing);
  if (claim) lines.push(words.claim(claim.claimId, formatCoins(claim.coins)));
  return (
    <Part title={words.effect}>
      <Stack component="ul" gap={4}>
        {[...lines, words.final].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </Stack>
    </Part>
  );
}
