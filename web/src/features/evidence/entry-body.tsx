import type { EvidenceEntry } from '@muneem/contract/evidence';
import { VERDICT_MEANINGS } from '@muneem/contract/postbacks';
import { POLL_OUTCOMES } from '@muneem/contract/smart-poll';
import { Box, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ConversionLink } from '#features/clicks/index.ts';
import { conversionSource } from '#features/conversion-reports/index.ts';
import { formatCoins, formatDuration, formatRupees } from '#lib/format.ts';
import { Coins, CopyText, DateTime, type Fact, FactList, Money, Note, StatusBadge } from '#ui/display/index.ts';
import { copy as contradictions } from './contradictions.copy.ts';
import { Decision } from './decision.tsx';
import { copy } from './evidence.copy.ts';

const words = copy.entry;
type Of<Kind extends EvidenceEntry['kind']> = Extract<EvidenceEntry, { kind: Kind }>;

export function EntryBody({ entry }: { readonly entry: EvidenceEntry }) {
  switch (entry.kind) {
    case 'visit':
      return <Visit entry={entry} />;
    case 'postback':
      return <Postback entry={entry} />;
    case 'replay':
      return <p>{VERDICT_MEANINGS[entry.verdict].meaning}</p>;
    case 'poll':
      return <Poll entry={entry} />;
    case 'conversion':
      return <Conversion entry={entry} />;
    case 'claim':
      return <Claim entry={entry} />;
    case 'contradiction':
      return <Contradicted entry={entry} />;
    case 'reversal':
      return <Reversal entry={entry} />;
    case 'journal':
      return <Journal entry={entry} />;
    case 'delivery':
      return <Delivery entry={entry} />;
    case 'withdrawal':
      return <Withdrawal entry={entry} />;
  }
}

export function KnownFacts({ facts }: { readonly facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false);
  return known.length === 0 ? null : (
    <Box mt="xs" fz="sm">
      <FactList facts={known} />
    </Box>
  );
}

function Visit({ entry }: { readonly entry: Of<'visit'> }) {
  const params = Object.entries({ ...entry.subParams, ...entry.params });
  return (
    <KnownFacts
      facts={[
        [
          words.followed,
          entry.followedAt && entry.followedAt !== entry.at && <DateTime key="v" value={entry.followedAt} />,
        ],
        [words.ip, entry.ip && <CopyText key="v" value={entry.ip} what="address" mono />],
        [words.upi, entry.upi && <CopyText key="v" value={entry.upi} what="UPI ID" mono />],
        [words.params, params.map(([name, value]) => `${name}=${value}`).join('  ')],
        [words.userAgent, entry.userAgent],
      ]}
    />
  );
}

function Postback({ entry }: { readonly entry: Of<'postback'> }) {
  const { meaning, advice } = VERDICT_MEANINGS[entry.verdict];
  return (
    <>
      <p>
        {meaning}
        {entry.detail !== null && <Note span> {entry.detail}</Note>}
      </p>
      {advice !== null && entry.httpStatus >= 400 && <Text c="dimmed">{advice}</Text>}
      <KnownFacts
        facts={[
          [words.sender, entry.ip],
          [words.answer, `HTTP ${entry.httpStatus}, ${entry.verdict}`],
          [words.conversion, entry.conversionId && <ConversionLink key="v" id={entry.conversionId} />],
          [words.request, <CopyText key="v" value={`${entry.method} ${entry.url}`} what="request" mono />],
        ]}
      />
    </>
  );
}

function Poll({ entry }: { readonly entry: Of<'poll'> }) {
  return (
    <>
      <p>
        {POLL_OUTCOMES[entry.outcome].text}
        {entry.detail !== null && <Note span> {entry.detail}</Note>}
      </p>
      <KnownFacts
        facts={[
          [words.request, <CopyText key="v" value={entry.url} what="status URL" mono />],
          [
            words.answer,
            `${entry.httpStatus === null ? 'no response' : `HTTP ${entry.httpStatus}`}, ${formatDuration(entry.ms)}`,
          ],
          [words.polled, entry.answer && <CopyText key="v" value={entry.answer} what="answer" mono />],
        ]}
      />
    </>
  );
}

function Conversion({ entry }: { readonly entry: Of<'conversion'> }) {
  return (
    <>
      {entry.reason !== null && <p>{entry.reason}</p>}
      <KnownFacts
        facts={[
          [words.conversion, <ConversionLink key="v" id={entry.conversionId} />],
          ['Source', <StatusBadge key="v" {...conversionSource(entry.source)} />],
          [words.by, entry.paidBy],
          [words.coins, <Coins key="v" coins={entry.coins} />],
          [words.referral, entry.referralCoins > 0 && <Coins key="v" coins={entry.referralCoins} />],
          [words.payout, <Money key="v" rupees={entry.payout} />],
        ]}
      />
    </>
  );
}

function Claim({ entry }: { readonly entry: Of<'claim'> }) {
  return (
    <>
      <p>{words.claimed}</p>
      <KnownFacts
        facts={[
          [words.claim, entry.claimId],
          [words.by, entry.by],
          [words.coins, <Coins key="v" coins={entry.coins} />],
          [words.promised, entry.promisedCoins !== entry.coins && <Coins key="v" coins={entry.promisedCoins} />],
        ]}
      />
    </>
  );
}

function Contradicted({ entry }: { readonly entry: Of<'contradiction'> }) {
  return (
    <>
      <p>{entry.said}</p>
      <KnownFacts
        facts={[
          [contradictions.columns.times, contradictions.times(String(entry.times))],
          [contradictions.columns.last, entry.times > 1 && <DateTime key="v" value={entry.lastAt} />],
          [words.conversion, <ConversionLink key="v" id={entry.conversionId} />],
        ]}
      />
      {entry.decision === null ? (
        <Link to="/contradictions" search={{ contradiction: String(entry._id) }}>
          {contradictions.decide}
        </Link>
      ) : (
        <Decision contradiction={entry} />
      )}
    </>
  );
}

const CREDIT = { taken: words.taken, owed: words.owed, written_off: words.writtenOff } as const;

function Reversal({ entry }: { readonly entry: Of<'reversal'> }) {
  return (
    <>
      <p>{entry.reason}</p>
      <KnownFacts
        facts={[
          [words.was, entry.statusBefore ?? words.neverCounted],
          ...entry.credits.map((credit): Fact => [
            credit.userName ?? credit.uid,
            `${formatCoins(credit.coins)} ${CREDIT[credit.status]}${credit.settledBy === null ? '' : ` (${credit.settledBy}${credit.note === null ? '' : `: ${credit.note}`})`}`,
          ]),
          [words.claim, entry.claim && `${entry.claim.claimId} ${words.claimStays(formatCoins(entry.claim.coins))}`],
        ]}
      />
    </>
  );
}

function Journal({ entry }: { readonly entry: Of<'journal'> }) {
  return (
    <>
      {entry.reason !== null && <p>{entry.reason}</p>}
      <KnownFacts
        facts={[
          ...entry.postings.map(({ account, uid, amount, balanceAfter }): Fact => [
            uid === null ? (copy.accounts[account] ?? account) : `${copy.accounts[account] ?? account} of ${uid}`,
            `${amount > 0 ? '+' : '−'}${formatCoins(Math.abs(amount))}${balanceAfter === null ? '' : `, ${words.allBalance} ${formatCoins(balanceAfter)}`}`,
          ]),
          [words.journal, `#${entry.journalId}`],
          [words.by, entry.by],
        ]}
      />
    </>
  );
}

function Delivery({ entry }: { readonly entry: Of<'delivery'> }) {
  if (entry.attempts.length === 0) return <p>{words.noAttempts}</p>;
  return (
    <ol aria-label={words.attempts}>
      {entry.attempts.map((attempt) => (
        <Group key={attempt.number} component="li" gap="0.25rem 0.625rem" py={2} fz="sm">
          <StatusBadge
            label={attempt.statusCode === null ? (attempt.error ?? 'No response') : String(attempt.statusCode)}
            color={attempt.success ? 'green' : 'red'}
            reason={attempt.statusCode === null ? null : attempt.error}
          />
          <DateTime value={attempt.startedAt} />
          <Note span>{formatDuration(attempt.responseTime)}</Note>
          <CopyText value={attempt.url} what="request" mono />
        </Group>
      ))}
    </ol>
  );
}

function Withdrawal({ entry }: { readonly entry: Of<'withdrawal'> }) {
  return (
    <>
      <Note>{words.after}</Note>
      {entry.adminReason !== null && <p>{entry.adminReason}</p>}
      <KnownFacts
        facts={[
          [
            words.withdrawal,
            <Link key="v" to="/verify-withdrawals" search={{ search: entry.withdrawalId }}>
              {entry.withdrawalId}
            </Link>,
          ],
          [words.amount, `${formatRupees(entry.amount)} (${formatCoins(entry.coins)})`],
          ...entry.payouts.flatMap(({ referenceId, status, utr, providerTransactionId }): Fact[] => [
            [words.reference, <CopyText key="v" value={referenceId} what="reference" mono />],
            ['Transfer', status.replaceAll('_', ' ')],
            [words.utr, utr && <CopyText key="v" value={utr} what="UTR" mono />],
            [
              words.providerId,
              utr === null && providerTransactionId && (
                <CopyText key="v" value={providerTransactionId} what="provider ID" mono />
              ),
            ],
          ]),
        ]}
      />
    </>
  );
}
