import { OFFER_CATEGORIES } from '@muneem/contract/offers';
import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { RecordHistory } from '#features/audit/index.ts';
import { oneOf, text, useUrlState } from '#lib/url-state.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { SkeletonBox } from '#ui/states/index.ts';
import { offerQuery } from '../offers.queries.ts';
import { copy } from './offer-form.copy.ts';
import classes from './offer-form.module.css';
import { OfferForm } from './offer-form.tsx';

/** `from`: the offer to copy. */
const SEARCH = { category: oneOf(OFFER_CATEGORIES, 'regular'), from: text() };

/** /add-offer and /edit-offer/{id}. */
function OfferFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const [{ category, from }] = useUrlState(SEARCH);
  if (id !== undefined) return <LoadedForm key={id} id={id} mode="edit" />;
  if (from !== '') return <LoadedForm key={`copy-${from}`} id={from} mode="create" />;
  return <OfferForm key={`new-${category}`} category={category} />;
}

interface LoadedFormProps {
  readonly id: string;
  /** `create`: the new offer is a copy of this one. */
  readonly mode: 'create' | 'edit';
}

/** Always asks the server: the lists have no token and may be stale. */
function LoadedForm({ id, mode }: LoadedFormProps) {
  const query = useQuery({
    ...offerQuery(id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const navigate = useNavigate();
  const isReported = useRef(false);
  const failed = query.isError && !query.data;
  useEffect(() => {
    if (!failed || isReported.current) return;
    isReported.current = true;
    void dialogs.alert(copy.loadFailed).then(() => navigate({ to: '/' }));
  }, [failed, navigate]);

  if (query.data && query.isFetchedAfterMount) {
    if (mode === 'edit') {
      return (
        <>
          <OfferForm offer={query.data} />
          <Box maw="60rem" mt="lg">
            <RecordHistory type="offer" id={id} />
          </Box>
        </>
      );
    }
    return <OfferForm category={query.data.offerCategory} template={query.data} />;
  }
  return (
    <>
      <PageHeader />
      <div className={classes['form']} aria-busy={!failed}>
        {!failed && (
          <Stack gap="sm">
            <SkeletonBox height={120} />
            <SkeletonBox height={420} />
            <SkeletonBox height={260} />
          </Stack>
        )}
      </div>
    </>
  );
}

export { OfferFormScreen as component };
