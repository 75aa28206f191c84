import { OFFER_CATEGORIES } from '@muneem/contract/offers';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { oneOf, useUrlState } from '#lib/url-state.ts';
import { useDialogs } from '#ui/dialogs/index.ts';
import { PageHeader } from '#ui/layout/index.ts';
import { SkeletonBox } from '#ui/states/index.ts';
import { offerQuery } from '../offers.queries.ts';
import { copy } from './offer-form.copy.ts';
import classes from './offer-form.module.css';
import { OfferForm } from './offer-form.tsx';

const SEARCH = { category: oneOf(OFFER_CATEGORIES, 'regular') };

/** /add-offer and /edit-offer/{id}. */
export function OfferFormScreen() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const [{ category }] = useUrlState(SEARCH);
  return id === undefined ? <OfferForm key="new" category={category} /> : <EditOffer key={id} id={id} />;
}

/** Always asks the server: the lists know neither the token nor what somebody saved a minute ago. */
function EditOffer({ id }: { readonly id: string }) {
  const query = useQuery({
    ...offerQuery(id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const told = useRef(false);
  const failed = query.isError && !query.data;
  useEffect(() => {
    if (!failed || told.current) return;
    told.current = true;
    void dialogs.alert(copy.loadFailed).then(() => navigate({ to: '/' }));
  }, [failed, dialogs, navigate]);

  if (query.data && query.isFetchedAfterMount) return <OfferForm offer={query.data} />;
  return (
    <>
      <PageHeader title={copy.title.edit} />
      <div className={classes['form']} aria-busy={!failed}>
        {!failed && (
          <div className={classes['stack']}>
            <SkeletonBox height={120} />
            <SkeletonBox height={420} />
            <SkeletonBox height={260} />
          </div>
        )}
      </div>
    </>
  );
}
