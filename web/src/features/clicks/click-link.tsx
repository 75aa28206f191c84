import IconTimeline from '@tabler/icons-react/dist/esm/icons/IconTimelineEvent.mjs';
import { Link } from '@tanstack/react-router';
import { RowAnchor, RowIconLink, type RowLink } from '#ui/data-table/index.ts';
import { CopyButton, CopyText } from '#ui/display/index.ts';
import classes from './click-link.module.css';

/** A click id with a copy button, linked to the evidence of the click. */
export function ClickLink({ clickId }: { readonly clickId: string }) {
  return (
    <CopyText value={clickId} what="click id">
      <RowAnchor link={evidenceOf(clickId)} className={classes['id']} data-tip={clickId} data-tip-when-cut>
        {clickId}
      </RowAnchor>
    </CopyText>
  );
}

/** The id of a click's conversion, linked to its details. */
export const ConversionLink = ({ id }: { readonly id: string }) => (
  <Link to="/conversion-reports" search={{ conversion: id }} className={classes['conversion']}>
    {id}
  </Link>
);

/** The buttons beside a click id that links elsewhere. */
export function ClickButtons({ clickId }: { readonly clickId: string }) {
  return (
    <>
      <CopyButton value={clickId} what="click id" />
      <RowIconLink tip="Evidence" name={`Evidence of click ${clickId}`} link={evidenceOf(clickId)}>
        <IconTimeline size={14} aria-hidden />
      </RowIconLink>
    </>
  );
}

const evidenceOf = (id: string): RowLink => ({ to: '/clicks/$id', params: { id } });
