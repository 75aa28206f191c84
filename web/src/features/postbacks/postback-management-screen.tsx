import { Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { OfferImage, offerQuery, offerStatus } from '#features/offers/index.ts';
import { StatusBadge } from '#ui/display/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { ErrorState, SkeletonLines } from '#ui/states/index.ts';
import { copy } from './postbacks.copy.ts';
import classes from './postbacks.module.css';
import { SystemUrls } from './system-urls.tsx';

/** The postback addresses of one offer (document 001 §2). */
export function PostbackManagementScreen() {
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return (
    <>
      <PageHeader
        title={copy.title}
        text={<OfferLine id={id} />}
        actions={
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/edit-offer/$id" params={{ id }} {...props} />}
          >
            {copy.edit}
          </Button>
        }
      />
      <SystemUrls id={id} />
    </>
  );
}

function OfferLine({ id }: { readonly id: string }) {
  const { data, error, refetch, isFetching } = useQuery(offerQuery(id));
  if (!data && error) {
    return <ErrorState text={copy.offerFailed} error={error} onRetry={refetch} retrying={isFetching} compact />;
  }
  if (!data) return <SkeletonLines count={1} />;
  return (
    <span className={classes['offer']}>
      <OfferImage image={data.image} title={data.title} size="row" />
      <span className={classes['offerTitle']}>{data.title}</span>
      <StatusBadge {...offerStatus(data.isActive)} />
    </span>
  );
}
