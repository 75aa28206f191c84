import type { ConversionDetails } from '@muneem/contract/conversion-reports';
import { Code } from '@mantine/core';
import { isUpiId } from '@muneem/contract/clicks';
import { ApiError } from '@muneem/contract/http';
import { CUSTOM_PARAMETERS } from '@muneem/contract/postbacks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatCount, formatDateTime } from '#lib/format.ts';
import { ClickLink } from '#features/clicks/index.ts';
import { RecordHistory } from '#features/audit/index.ts';
import { Coins, CopyText, DateTime, Facts, Money, Part, StatusBadge } from '#ui/display/index.ts';
import { DetailsWindow } from '#ui/window/index.ts';
import { copy } from './conversion-reports.copy.ts';
import { conversionQuery } from './conversion-reports.queries.ts';
import { conversionPayment, conversionSource, conversionStatus } from './conversion-status.ts';

const words = copy.details;

export function ConversionDetailsModal({
  conversionId,
  onClose,
}: {
  readonly conversionId: string;
  readonly onClose: () => void;
}) {
  const query = useQuery(conversionQuery(conversionId));
  const { error } = query;
  const failed =
    error instanceof ApiError && ['http', 'format'].includes(error.kind) ? words.notSuccessful : words.network;
  return (
    <DetailsWindow words={{ ...words, failed }} query={query} onClose={onClose}>
      {({ conversion }) => <Sections conversion={conversion} />}
    </DetailsWindow>
  );
}

function Sections({ conversion }: { readonly conversion: ConversionDetails }) {
  const { sections } = words;
  return (
    <>
      <Facts
        title={sections.basic}
        facts={[
          ['Click ID', <ClickLink key="v" clickId={conversion.clickId} />],
          ['Conversion ID', <CopyText key="v" value={conversion.conversionId} what="conversion id" mono />],
          ['User', conversion.userName],
          ['Email', conversion.userId?.email],
          ['Offer', conversion.offerId?.title ?? conversion.campName],
          ['Event', conversion.event],
          ['Source', <StatusBadge key="v" {...conversionSource(conversion.conversionSource)} />],
          ['Status', <StatusBadge key="v" {...conversionStatus(conversion.status)} />],
          ...(conversion.reason === null ? [] : ([['Reason', conversion.reason]] as const)),
        ]}
      />
      {conversion.contradictions.length > 0 && (
        <Facts
          title={sections.contradictions}
          facts={conversion.contradictions.map((it) => [
            formatDateTime(it.firstAt),
            <Link key="v" to="/contradictions" search={{ contradiction: String(it._id) }}>
              {words.contradiction(it.said, formatCount(it.times), words.decisions[it.decision ?? 'open'])}
            </Link>,
          ])}
        />
      )}
      <Facts
        title={sections.location}
        facts={[
          ['Click IP', conversion.clickIp],
          ['Conversion IP', conversion.conversionIp],
          ['City', conversion.city],
          ['State', conversion.state],
          ['Country', conversion.country],
        ]}
      />
      {isUpiId(conversion.p1) && (
        <Facts
          title={sections.payment}
          facts={[['UPI ID', <CopyText key="v" value={conversion.p1} what="UPI ID" mono />]]}
        />
      )}
      <Facts
        title={sections.tracking}
        facts={CUSTOM_PARAMETERS.map((name) => [name.toUpperCase(), conversion[name]])}
      />
      <Facts
        title={sections.payout}
        facts={[
          ['User Payout', <Money key="v" rupees={conversion.userPayout} />],
          ['Referral Payout', <Money key="v" rupees={conversion.referralPayout} />],
          ['Total Payout', <Money key="v" rupees={conversion.totalPayout} />],
          ['Coins', <Coins key="v" coins={conversion.coins} />],
          ['Payment Status', <StatusBadge key="v" {...conversionPayment(conversion.paymentStatus)} />],
        ]}
      />
      <Revenue revenue={conversion.revenue} />
      <Facts
        title={sections.times}
        facts={[
          ['Created', <DateTime key="v" value={conversion.createdAt} />],
          ['Approved', <DateTime key="v" value={conversion.approvedAt} />],
        ]}
      />
      <RawData title={sections.external} data={conversion.externalData} />
      <RawData title={sections.smartPoll} data={conversion.smartPollData} />
      <RecordHistory type="conversion" id={conversion.conversionId} />
    </>
  );
}

/** An unknown amount is never 0. */
function Revenue({ revenue }: Pick<ConversionDetails, 'revenue'>) {
  const { expected, reportedAmount, currency, rate, reported, counted, differs } = revenue;
  const money = (key: string, rupees: number | null) =>
    rupees === null ? words.unknown : <Money key={key} rupees={rupees} />;
  return (
    <Facts
      title={words.sections.revenue}
      facts={[
        ['Expected', money('e', expected)],
        ['Reported', reportedAmount === null ? words.notReported : `${reportedAmount} ${currency ?? ''}`],
        ...(reportedAmount === null ? [] : ([['Reported in rupees', money('r', reported)]] as const)),
        ...(rate === null || currency === 'INR' ? [] : ([['Rate', words.rate(String(rate), currency ?? '')]] as const)),
        ['Counted', money('c', counted)],
        ...(differs ? ([['Note', words.differs]] as const) : []),
      ]}
    />
  );
}

function RawData({ title, data }: { readonly title: string; readonly data: unknown }) {
  if (data === null || data === undefined) return null;
  return (
    <Part title={title}>
      <Code block tabIndex={0}>
        {JSON.stringify(data, null, 2)}
      </Code>
    </Part>
  );
}
