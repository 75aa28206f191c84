import IconTimeline from '@tabler/icons-react/dist/esm/icons/IconTimelineEvent.mjs';
import { RowAnchor, type RowLink } from '#ui/data-table/index.ts';
import { CopyButton } from '#ui/display/index.ts';
import classes from './click-link.module.css';

/** A click id with a copy button, linked to the evidence of the click. */
export function ClickLink({ clickId }: { readonly clickId: string }) {
  return (
    <span className={classes['whole']}>
      <RowAnchor link={evidenceOf(clickId)} className={classes['id']} data-tip={clickId} data-tip-when-cut>
        {clickId}
      </RowAnchor>
      <CopyButton value={clickId} what="click id" />
    </span>
  );
}

/** The same link without the id, for rows where the id links elsewhere. */
export function EvidenceLink({ clickId }: { readonly clickId: string }) {
  return (
    <RowAnchor
      link={evidenceOf(clickId)}
      className={classes['icon']}
      aria-label={`Evidence of click ${clickId}`}
      data-tip="Evidence"
    >
      <IconTimeline size={14} aria-hidden />
    </RowAnchor>
  );
}

const evidenceOf = (id: string): RowLink => ({ to: '/clicks/$id', params: { id } });
