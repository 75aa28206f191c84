import { rights } from '@muneem/contract/rights';
import { Button, Group, Tabs } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { may } from '#lib/may.ts';
import { OfferImage, offerQuery, offerStatus } from '#features/offers/index.ts';
import { isMissing } from '#lib/api-error.ts';
import { useScreenTitle } from '#lib/screen.ts';
import { useUrlState } from '#lib/url-state.ts';
import { StatusBadge } from '#ui/display/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { ErrorLine, ErrorState, SkeletonLines } from '#ui/states/index.ts';
import { Analytics } from './analytics/analytics.tsx';
import { CustomPostbacks } from './custom/custom-postbacks.tsx';
import { PostbackLog } from './log/postback-log.tsx';
import { copy } from './postbacks.copy.ts';
import { TAB, TABS, type Tab } from './postbacks.queries.ts';
import { StatCards } from './stat-cards.tsx';
import { SystemUrls } from './system-urls.tsx';

const CONTENT = { system: SystemUrls, custom: CustomPostbacks, analytics: Analytics, log: PostbackLog };

/** Inbound and custom postbacks of one offer (document 001 §2). */
function PostbackManagementScreen() {
  const title = useScreenTitle();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const [{ tab }, setUrl] = useUrlState(TAB);
  const Content = CONTENT[tab];
  const navigate = useNavigate();
  const offer = useQuery(offerQuery(id));
  if (!offer.data && isMissing(offer.error)) {
    const close = { label: copy.toDashboard, run: () => void navigate({ to: '/' }) };
    return (
      <>
        <PageHeader />
        <ErrorState text={copy.offerFailed} query={offer} missing={{ text: copy.offerFailed, close }} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        text={<OfferLine id={id} />}
        actions={
          may(rights.changeOffers) && (
            <Button
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              renderRoot={(props) => <Link to="/edit-offer/$id" params={{ id }} {...props} />}
            >
              {copy.edit}
            </Button>
          )
        }
      />
      <StatCards offerId={id} />
      <Tabs miw={0} value={tab} onChange={(next) => setUrl({ tab: next as Tab })}>
        <Tabs.List aria-label={title}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {copy.tabs[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="md">
          <Content offerId={id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function OfferLine({ id }: { readonly id: string }) {
  const query = useQuery(offerQuery(id));
  const { data } = query;
  if (!data && !query.error) return <SkeletonLines count={1} />;
  return (
    <>
      <ErrorLine text={copy.offerFailed} query={query} />
      {data && (
        <Group gap="xs" mt={4}>
          <OfferImage image={data.image} title={data.title} size="row" />
          <span style={{ overflowWrap: 'anywhere' }}>{data.title}</span>
          <StatusBadge {...offerStatus(data.isActive)} />
        </Group>
      )}
    </>
  );
}

export { PostbackManagementScreen as component };
export { screenQueries as queries } from './postbacks.queries.ts';
