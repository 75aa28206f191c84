import IconTimeline from '@tabler/icons-react/dist/esm/icons/IconTimelineEvent.mjs';
import { Link } from '@tanstack/react-router';
import { CopyButton } from '#ui/display/index.ts';
import classes from './click-link.module.css';

/** A click id that leads to everything that is known of the click, and can be copied. */
export function ClickLink({ clickId }: { readonly clickId: string }) {
  return (
    <span className={classes['whole']}>
      <Link to="/clicks/$id" params={{ id: clickId }} className={classes['id']} data-tip={clickId} data-tip-when-cut>
        {clickId}
      </Link>
      <CopyButton value={clickId} what="click id" />
    </span>
  );
}

/** The same where the id itself leads elsewhere already. */
export function EvidenceLink({ clickId }: { readonly clickId: string }) {
  return (
    <Link
      to="/clicks/$id"
      params={{ id: clickId }}
      className={classes['icon']}
      aria-label={`Evidence of click ${clickId}`}
      data-tip="Evidence"
      onClick={(event) => event.stopPropagation()}
    >
      <IconTimeline size={14} aria-hidden />
    </Link>
  );
}
